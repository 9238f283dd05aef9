#include "front/completion.hpp"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>

#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"

namespace surefoot::cli {
namespace {

namespace fs = std::filesystem;

struct CompletionOptions {
  std::string shell;
  bool install = false;
};

std::string variable_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

/// The user's own, by the last part of its path.
std::string shell_of_user() { return fs::path(variable_or("SHELL", "")).filename().string(); }

std::string to_be_done(const std::string& shell, const fs::path& file) {
  if (shell != "zsh") return "new shells have it";
  return fmt::format("new shells have it if ~/.zshrc says, before compinit: fpath=({} $fpath)",
                     file.parent_path().string());
}

int run_completion(const CompletionOptions& options) {
  const std::string shell = options.shell.empty() ? shell_of_user() : options.shell;
  if (shell.empty())
    throw Error(Fault::usage, "completion needs the name of a shell: surefoot completion bash");
  const std::string script = completion_script(shell);
  if (!options.install) {
    print(script);
    return done;
  }
  const std::string home = variable_or("HOME", "");
  if (home.empty())
    throw Error(Fault::usage, "HOME must name your folder, but is not set: surefoot completion " +
                                  shell + " prints it");
  const fs::path file = fs::path(home) / completion_file(shell);
  make_folder(file.parent_path());
  write_atomically(file, script);
  print(fmt::format("{}: written; {}\n", file.string(), to_be_done(shell, file)));
  return done;
}

}  // namespace

Action add_completion(CLI::App& verb) {
  auto options = std::make_shared<CompletionOptions>();
  verb.add_option("SHELL", options->shell,
                  "whose completion to print; yours unless named (bash, zsh or fish)")
      ->option_text("[SHELL]");
  verb.add_flag("--install", options->install,
                "write it to where that shell looks for it in your home folder");
  return [options] { return run_completion(*options); };
}

}  // namespace surefoot::cli
