#include "simulators/plugin_compiler.hpp"

#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "own_file.hpp"
#include "simd/isa_table.hpp"
#include "simulators/plugin_flags.hpp"
#include "simulators/run_program.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> split(const std::string& text, char at = ' ') {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

// The file that a shell would run for a name; empty if none.
std::string on_the_path(const std::string& name) {
  const auto runs = [](const fs::path& file) {
    return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
  };
  if (name.find('/') != name.npos) return runs(name) ? name : "";
  for (const std::string& folder : split(variable("PATH"), ':'))
    if (runs(fs::path(folder) / name)) return fs::path(folder) / name;
  return "";
}

// Of $CXX, which may have options of its own, or the first that there is.
std::vector<std::string> find_compiler() {
  std::vector<std::string> wanted = split(variable("CXX"));
  if (!wanted.empty()) {
    const std::string path = on_the_path(wanted[0]);
    if (path.empty())
      throw Error(Fault::device, fmt::format("CXX must name a C++ compiler, but is {}",
                                             surefoot::quoted(variable("CXX"))));
    wanted[0] = path;
    return wanted;
  }
  for (const char* name : {"c++", "g++", "clang++"})
    if (const std::string path = on_the_path(name); !path.empty()) return {path};
  throw Error(Fault::device,
              "a header needs a C++ compiler, and neither c++, g++ nor clang++ is on the PATH: "
              "install one (Debian and Ubuntu: apt-get install g++), or name one in CXX");
}

std::string find_headers() {
  const auto there = [](const fs::path& folder) {
    std::error_code unknown;
    return fs::exists(folder / "surefoot/simulators/plugin_entry.hpp", unknown);
  };
  if (const std::string named = variable("SUREFOOT_INCLUDE"); !named.empty()) {
    if (there(named)) return named;
    throw Error(Fault::device,
                fmt::format("SUREFOOT_INCLUDE must be the folder in which surefoot/model.hpp and "
                            "the other headers are, but is {}",
                            surefoot::quoted(named)));
  }
  // Python's package holds them; a program has them beside its own folder.
  const fs::path folder_of_own = own_file().path.parent_path();
  for (const fs::path& folder : {folder_of_own / "include", folder_of_own.parent_path() / "include",
                                 fs::path(plugin_flags::source_headers)})
    if (there(folder)) return folder;
  throw Error(Fault::device,
              "the headers of surefoot are neither where they were installed nor where the program "
              "was built: SUREFOOT_INCLUDE must name their folder");
}

const char* options_of(std::string_view instruction_set) {
  if (instruction_set == Avx512::name) return plugin_flags::avx512;
  if (instruction_set == Avx2::name) return plugin_flags::avx2;
  return "";
}

}  // namespace

PluginCompiler::PluginCompiler() : command_(find_compiler()), headers_(find_headers()) {
  // Hidden, so that two plug-ins may have structs of one name and calls are direct.
  const std::string options = fmt::format("-std=c++20 {} {} -fPIC -fvisibility=hidden -Wno-psabi",
                                          plugin_flags::fast, options_of(isa_table().name));
  for (const std::string& option : split(options)) command_.push_back(option);
  // Plug-ins call back.  A program's symbols are seen by all; what a module of Python's holds is not,
  // and must not be, since other modules bring other versions of the same libraries.
  if (const OwnFile own = own_file(); !own.is_program) library_ = own.path;
}

PluginCompiler::Result PluginCompiler::preprocess(const std::string& source) const {
  std::vector<std::string> words = command_;
  words.insert(words.end(), {"-I" + headers_, "-E", "-x", "c++", "-"});
  Finished run = run_program(words, source);
  return {run.status == 0, std::move(run.output), std::move(run.errors)};
}

PluginCompiler::Result PluginCompiler::compile(const std::string& text,
                                               const fs::path& object) const {
  std::vector<std::string> words = command_;
  words.insert(words.end(), {"-shared", "-o", object, "-x", "c++-cpp-output", "-"});
  if (!library_.empty()) words.insert(words.end(), {"-x", "none", library_});
  Finished run = run_program(words, text);
  return {run.status == 0, "", std::move(run.errors)};
}

std::string PluginCompiler::identity() const {
  return fmt::format("{}\n{}", fmt::join(command_, "\n"), library_);
}

}  // namespace surefoot
