#include "front/program.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <regex>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <surefoot/simd/dispatch.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/version.hpp>

#include "front/arguments.hpp"
#include "front/completion.hpp"
#include "front/device/device.hpp"
#include "front/exit_status.hpp"
#include "front/help.hpp"
#include "front/interruption.hpp"
#include "front/ranks/one_process.hpp"
#include "front/remedy.hpp"
#include "front/streams.hpp"
#include "left_behind.hpp"
#include "posix.hpp"
#include "text.hpp"

namespace surefoot::front {
namespace {

std::string version_text() {
  return fmt::format("surefoot {}\ninstruction set: {}\ndevices: {}\nmodels: {}\n", version(),
                     instruction_set(), fmt::join(devices(), ", "), fmt::join(model_names(), ", "));
}

/// CLI11 says "Could not convert: --name = word"; all that it converts for us are numbers.
std::string number_wanted(const std::string& error) {
  static const std::regex told(".*: (--[a-z-]+) = (.*)");
  std::smatch found;
  if (!std::regex_match(error, found, told)) return error;
  return fmt::format("{} must be a number, but is {}", found[1].str(),
                     surefoot::in_quotes(found[2].str()));
}

int dispatch(const char* description, std::span<const Verb> verbs,
             std::span<const char* const> arguments) {
  for (const Verb& verb : verbs)
    if (verb.program != nullptr && !arguments.empty() &&
        verb.name == std::string_view(arguments[0]))
      become(verb.program, arguments);
  CLI::App program(description, "surefoot");
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_version_flag("--version", version_text, "version and what is built in");
  program.set_help_flag("-h,--help", "this text");
  program.footer("surefoot VERB --help says more about each.");
  program.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Verb& verb : verbs) {
    CLI::App* app = program.add_subcommand(verb.name, verb.description);
    if (verb.add != nullptr) actions.emplace_back(app, verb.add(*app));
  }
  if (!arguments.empty() && std::string_view(arguments[0]) == completion_word) {
    print(completions(program, arguments.subspan(1)));
    return done;
  }
  try {
    auto words = normalised(program, arguments);
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    program.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    print(program.help());
    return done;
  } catch (const CLI::CallForVersion& call) {
    print(call.what());
    return done;
  } catch (const CLI::ConversionError& error) {
    throw Error(Fault::usage, number_wanted(error.what()));
  } catch (const CLI::ParseError& error) {
    throw Error(Fault::usage, error.what());
  }
  for (const auto& [app, run] : actions) {
    if (!app->parsed()) continue;
    if (app->get_name() != "fit")
      require_one_process(
          fmt::format("surefoot {} is not divided: only surefoot fit is", app->get_name()));
    return run();
  }
  return our_fault;
}

/// oneTBB has no other word for it.
bool is_lack_of_threads(const std::exception& error) {
  return std::string_view(error.what()).find("pthread_create") != std::string_view::npos;
}

int tell_lack_of_threads() {
  say_error(
      "no more threads can be started on this machine: --threads may be lower, or the limits on "
      "processes and memory higher (ulimit -a)");
  return no_device;
}

std::terminate_handler usual_end = nullptr;

/// oneTBB starts threads in threads of its own, where nobody can catch what it throws.
[[noreturn]] void end_without_threads() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    if (is_lack_of_threads(error)) {
      clear_up();
      ::_exit(tell_lack_of_threads());
    }
  } catch (...) {
    // It is somebody else's.
  }
  usual_end();
  std::abort();
}

}  // namespace

int run_program(const char* description, std::span<const Verb> verbs,
                std::span<const char* const> arguments) {
  // Writing to a closed pipe or beyond a limit is an error of the write, not our end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  end_on_signals();
  usual_end = std::set_terminate(end_without_threads);
  claim_standard_streams();
  try {
    return dispatch(description, verbs, arguments);
  } catch (const ClosedPipe&) {
    return write_failed;
  } catch (const Error& error) {
    say_error(error.what() + remedy(error.what(), arguments));
    return exit_status(error.fault());
  } catch (const std::bad_alloc&) {
    say_error(
        "there is not enough memory for this: less data, simulations, draws or threads need less");
    return no_device;
  } catch (const std::filesystem::filesystem_error& error) {
    say_error(fmt::format("{}: {}", error.path1().string(), error.code().message()));
    return wrong_data;
  } catch (const std::system_error& error) {
    say_error(
        fmt::format("the machine has not got what this takes, memory, threads or open files: {}",
                    error.what()));
    return no_device;
  } catch (const std::exception& error) {
    if (is_lack_of_threads(error)) return tell_lack_of_threads();
    say_error(fmt::format("internal error: {}", error.what()));
    return our_fault;
  }
}

void become(const char* program, std::span<const char* const> arguments) {
  const std::string path = program_file().parent_path() / program;
  std::vector<char*> words{const_cast<char*>(program)};  // execv changes none of them
  for (const char* argument : arguments) words.push_back(const_cast<char*>(argument));
  words.push_back(nullptr);
  ::execv(path.c_str(), words.data());
  throw Error(Fault::device,
              fmt::format("{}: the program that does this cannot be started: {}; surefoot has it "
                          "when built with -DSUREFOOT_PAPER=ON",
                          path, std::generic_category().message(errno)));
}

}  // namespace surefoot::front
