#include <algorithm>
#include <csignal>
#include <new>
#include <span>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/simd/dispatch.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/version.hpp>

#include "arguments.hpp"
#include "commands/bench.hpp"
#include "commands/compare.hpp"
#include "commands/compile.hpp"
#include "commands/fit.hpp"
#include "commands/models.hpp"
#include "commands/new.hpp"
#include "commands/report.hpp"
#include "commands/reproduce.hpp"
#include "commands/simulate.hpp"
#include "commands/summary.hpp"
#include "device/device.hpp"
#include "exit_status.hpp"
#include "help.hpp"
#include "interruption.hpp"
#include "streams.hpp"

namespace surefoot::cli {
namespace {

std::string version_text() {
  return fmt::format("surefoot {}\ninstruction set: {}\ndevices: {}\nmodels: {}\n", version(),
                     instruction_set(), devices_text(), fmt::join(model_names(), ", "));
}

int dispatch(std::span<const char* const> arguments) {
  CLI::App program("Robust Bayesian inference for simulators by the MMD posterior bootstrap",
                   "surefoot");
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_version_flag("--version", version_text, "version and what is built in");
  program.set_help_flag("-h,--help", "this text");
  program.footer("surefoot VERB --help says more about each.");
  program.require_subcommand(1);
  const Verb verbs[] = {add_fit(program),     add_compare(program), add_simulate(program),
                        add_models(program),  add_new(program),     add_compile(program),
                        add_summary(program), add_report(program),  add_reproduce(program),
                        add_bench(program)};
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
  } catch (const CLI::ParseError& error) {
    throw Error(Fault::usage, error.what());
  }
  for (const Verb& verb : verbs)
    if (verb.app->parsed()) return verb.run();
  return our_fault;
}

int run(std::span<const char* const> arguments) {
  // Writing to a closed pipe or beyond a limit is an error of the write, not our end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  end_on_signals();
  claim_standard_streams();
  try {
    return dispatch(arguments);
  } catch (const ClosedPipe&) {
    return write_failed;
  } catch (const Error& error) {
    say(error.what());
    return exit_status(error.fault());
  } catch (const std::bad_alloc&) {
    say("there is not enough memory for this");
    return our_fault;
  } catch (const std::exception& error) {
    say(fmt::format("internal error: {}", error.what()));
    return our_fault;
  }
}

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
  return surefoot::cli::run(words.subspan(words.empty() ? 0 : 1));
}
