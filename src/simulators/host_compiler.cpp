#include "simulators/host_compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "simd/isa_table.hpp"
#include "simulators/compiler_search.hpp"
#include "simulators/plugin_flags.hpp"
#include "simulators/run_program.hpp"

namespace surefoot {
namespace {

std::vector<std::string> find_compiler() {
  if (auto named = compiler_named_by("CXX", "a C++ compiler"); !named.empty()) return named;
  for (const char* name : {"c++", "g++", "clang++"})
    if (const std::string path = on_the_path(name); !path.empty()) return {path};
  throw Error(Fault::device,
              "a header needs a C++ compiler, and neither c++, g++ nor clang++ is on the PATH: "
              "install one (Debian and Ubuntu: apt-get install g++), or name one in CXX");
}

const char* options_of(std::string_view instruction_set) {
  if (instruction_set == Avx512::name) return plugin_flags::avx512;
  if (instruction_set == Avx2::name) return plugin_flags::avx2;
  return "";
}

}  // namespace

HostCompiler::HostCompiler()
    : command_(find_compiler()), libraries_(libraries_of_plugins()), headers_(find_headers()) {
  // Hidden, so that two plug-ins may have structs of one name and calls are direct.
  const std::string options = fmt::format("-std=c++20 {} {} -fPIC -fvisibility=hidden -Wno-psabi",
                                          plugin_flags::fast, options_of(isa_table().name));
  for (const std::string& option : words_of(options)) command_.push_back(option);
}

PluginCompiler::Entry HostCompiler::entry() const {
  return {"surefoot::plugin_entry", "surefoot/simulators/plugin_entry.hpp"};
}

PluginCompiler::Result HostCompiler::preprocess(const std::string& source) const {
  std::vector<std::string> words = command_;
  // Last what may be among the system's own headers, whose order must stay.
  words.insert(words.end(),
               {"-I" + headers_, "-idirafter", plugin_flags::random123, "-E", "-x", "c++", "-"});
  Finished run = run_program(words, source);
  return {run.status == 0, std::move(run.output), complaint_of(run)};
}

PluginCompiler::Result HostCompiler::compile(const std::string&, const std::string& text,
                                             const std::filesystem::path& object) const {
  std::vector<std::string> words = command_;
  words.insert(words.end(), {"-shared", "-o", object, "-x", "c++-cpp-output", "-", "-x", "none"});
  words.insert(words.end(), libraries_.begin(), libraries_.end());
  const Finished run = run_program(words, text);
  return {run.status == 0, "", complaint_of(run)};
}

std::string HostCompiler::identity() const {
  return fmt::format("{}\n{}", fmt::join(command_, "\n"), fmt::join(libraries_, "\n"));
}

}  // namespace surefoot
