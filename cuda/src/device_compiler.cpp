#include "device_compiler.hpp"

#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "device_flags.hpp"
#include "left_behind.hpp"
#include "own_device_headers.hpp"
#include "simulators/compiler_search.hpp"
#include "simulators/run_program.hpp"

namespace surefoot::cuda {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> find_nvcc() {
  if (auto named = compiler_named_by("CUDACXX", "nvcc"); !named.empty()) return named;
  for (const char* name : {"nvcc", "/usr/local/cuda/bin/nvcc"})
    if (const std::string path = on_the_path(name); !path.empty()) return {path};
  throw Error(Fault::device,
              "a header needs nvcc to run on the GPU, and it is neither on the PATH nor in "
              "/usr/local/cuda/bin: install the CUDA toolkit, or name nvcc in CUDACXX");
}

/// The first of the folders that has a file; empty if none has.
fs::path folder_with(const char* file, std::initializer_list<fs::path> folders) {
  std::error_code unknown;
  for (const fs::path& folder : folders)
    if (fs::exists(folder / file, unknown)) return folder;
  return {};
}

std::vector<std::string> find_includes() {
  const fs::path ours = find_headers();
  const fs::path device =
      folder_with("surefoot/cuda/plugin_entry.cuh", {ours, device_flags::source_headers});
  if (device.empty())
    throw Error(Fault::device,
                fmt::format("the headers of surefoot for the GPU are neither in {} nor where the "
                            "program was built: SUREFOOT_INCLUDE must name a folder that has them",
                            ours.string()));
  require_same_headers(device, own_device_headers::names, own_device_headers::hash);
  // From the folder that we are in, as on the standard input; and last what may be among the
  // system's own headers, whose order must stay.
  return {"-I" + ours.string(), "-I" + device.string(),
          "-Xcompiler",         "-iquote,.",
          "-Xcompiler",         std::string("-idirafter,") + device_flags::random123};
}

}  // namespace

DeviceCompiler::DeviceCompiler(const std::string& architecture)
    : command_(find_nvcc()), includes_(find_includes()), libraries_(libraries_of_plugins()) {
  // nvcc only warns where a template of the device's calls what is the host's alone.
  const std::string options = fmt::format(
      "{} -arch={} -O3 -DNDEBUG -Xcompiler -fPIC,-fvisibility=hidden,-Wno-psabi "
      "-Werror cross-execution-space-call",
      device_flags::options, architecture);
  for (const std::string& option : words_of(options)) command_.push_back(option);
}

PluginCompiler::Entry DeviceCompiler::entry() const {
  return {"surefoot::cuda::plugin_entry", "surefoot/cuda/plugin_entry.cuh"};
}

PluginCompiler::Result DeviceCompiler::preprocess(const std::string& source) const {
  std::vector<std::string> words = command_;
  words.insert(words.end(), includes_.begin(), includes_.end());
  words.insert(words.end(), {"-E", "-x", "cu", "-"});
  Finished run = run_program(words, source);
  return {run.status == 0, std::move(run.output), complaint_of(run)};
}

// nvcc reads a source several times, for the host and for the device, so it must be a file and
// cannot be what the preprocessor gave.
//
// The plug-in has a CUDA runtime of its own, which nobody else sees: the program's may be of
// another version.  Both share the device's context, its memory and its streams.
PluginCompiler::Result DeviceCompiler::compile(const std::string& source, const std::string&,
                                               const fs::path& object) const {
  fs::path file = object;
  file += ".cu";
  const LeftBehind temporary = LeftBehind::path(file);
  std::ofstream(file) << source;
  std::vector<std::string> words = command_;
  words.insert(words.end(), includes_.begin(), includes_.end());
  words.insert(words.end(), {"-shared", "-cudart", "static", "-Xlinker", "--exclude-libs,ALL", "-o",
                             object, file});
  words.insert(words.end(), libraries_.begin(), libraries_.end());
  Finished run = run_program(words, "");
  std::error_code gone;
  fs::remove(file, gone);
  run.errors += run.output;
  return {run.status == 0, "", complaint_of(run)};
}

std::string DeviceCompiler::identity() const {
  return fmt::format("{}\n{}", fmt::join(command_, "\n"), fmt::join(libraries_, "\n"));
}

std::string DeviceCompiler::purpose() const { return " for the GPU"; }

std::string DeviceCompiler::announcement() const {
  return " for the GPU, which takes nvcc a minute or two, once";
}

Error DeviceCompiler::refusal(const std::string& messages) const {
  if (const std::size_t at = messages.find("nvcc fatal"); at != messages.npos)
    return {Fault::device,
            fmt::format("nvcc cannot be used: {}", first_error(messages.substr(at)))};
  if (messages.find("calling a __host__ function") != messages.npos)
    return {
        Fault::usage,
        "operator() and the functions that it calls must have SUREFOOT_HD before them to run on "
        "the GPU"};
  return PluginCompiler::refusal(messages);
}

}  // namespace surefoot::cuda
