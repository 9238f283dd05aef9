#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/plugin.hpp>
#include <surefoot/version.hpp>

#include "hash.hpp"
#include "simulators/plugin_compiler.hpp"
#include "simulators/plugin_source.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& header) {
  if (header.string().find_first_of("\"\n\\") != std::string::npos)
    throw Error(Fault::usage, "a header's path must have no quotes, line breaks or backslashes");
  std::ifstream file(header);
  if (fs::is_directory(header) || !file)
    throw Error(Fault::data, "there is no such header, or it cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  fs::path folder = variable("SUREFOOT_CACHE");
  if (folder.empty() && !variable("XDG_CACHE_HOME").empty())
    folder = variable("XDG_CACHE_HOME") / "surefoot";
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") / ".cache/surefoot";
  if (folder.empty())
    throw Error(
        Fault::output,
        "there is no home folder to keep compiled headers in: SUREFOOT_CACHE must name one");
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (!fault && ::access(folder.c_str(), W_OK | X_OK) != 0)
    fault = std::error_code(errno, std::generic_category());
  if (fault)
    throw Error(Fault::output, fmt::format("{}: compiled headers cannot be kept there: {}; "
                                           "SUREFOOT_CACHE may name another folder",
                                           folder.string(), fault.message()));
  return fs::absolute(folder);
}

// The text without its line markers, which tell where files are and not what is in them.
std::uint64_t hash_of_code(const std::string& text, const std::string& identity) {
  std::string code = identity;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    if (!rest.starts_with("# ")) code += rest.substr(0, end);
    rest.remove_prefix(end);
  }
  return hash_of(code);
}

std::string first_error(const std::string& messages) {
  const std::size_t found = messages.find("error:");
  const std::size_t at = found == messages.npos ? 0 : messages.rfind('\n', found) + 1;
  return messages.substr(at, messages.find('\n', at) - at);
}

/// One header on its way to a model.
class Compilation {
 public:
  Compilation(const fs::path& header, const PluginSettings& settings)
      : header_(header), settings_(settings) {}

  Plugin of(const std::string& struct_name) {
    const auto text = compiler_.preprocess(plugin_source(header_, struct_name));
    if (!text.fine) refuse(text.messages);
    const std::uint64_t key =
        hash_of_code(text.text, fmt::format("{}\n{}\n", version(), compiler_.identity()));
    const fs::path object =
        cache_folder() / fmt::format("{}-{:016x}.so", header_.stem().string(), key);
    // What was damaged since is made again.
    Entry entry = fs::exists(object) ? load(object) : nullptr;
    if (entry == nullptr) {
      compile(text.text, object);
      entry = load(object);
    }
    if (entry == nullptr)
      throw Error(Fault::internal, fmt::format("the plug-in cannot be loaded: {}", loading_fault_));
    const std::unique_ptr<Model> model(entry(sizeof(Model)));
    model->name = header_.filename();
    model->description = fmt::format("{}, a simulator of the user's own", struct_name);
    return {std::move(*model), object};
  }

 private:
  using Entry = Model* (*)(std::size_t);

  [[noreturn]] void refuse(const std::string& messages) const {
    if (settings_.compiler) settings_.compiler(messages);
    throw Error(Fault::usage, fmt::format("it does not compile: {}", first_error(messages)));
  }

  // Under a name of our own until it is whole, so that others see all of it or nothing.
  void compile(const std::string& text, const fs::path& object) const {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    fs::path unfinished = object;
    unfinished += fmt::format(".{}", ::getpid());
    const auto result = compiler_.compile(text, unfinished);
    std::error_code fault;
    if (result.fine) fs::rename(unfinished, object, fault);
    if (!result.fine || fault) {
      std::error_code gone;
      fs::remove(unfinished, gone);
    }
    if (!result.fine) refuse(result.messages);
    if (fault)
      throw Error(Fault::output,
                  fmt::format("{} cannot be made: {}", object.string(), fault.message()));
    if (settings_.compiler && !result.messages.empty()) settings_.compiler(result.messages);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (settings_.note)
      settings_.note(fmt::format("compiled {} in {:.1f} s", header_.string(), seconds));
  }

  // Stays loaded for as long as we run: models hold on to its code.
  Entry load(const fs::path& object) {
    void* library = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* entry = library == nullptr ? nullptr : ::dlsym(library, plugin_entry_name);
    if (entry == nullptr) loading_fault_ = ::dlerror();
    return reinterpret_cast<Entry>(entry);
  }

  const fs::path header_;
  const PluginSettings& settings_;
  const PluginCompiler compiler_;
  std::string loading_fault_;
};

}  // namespace

Plugin compile_plugin(const std::string& header, const PluginSettings& settings) {
  try {
    const auto structs = callable_structs(content_of(header));
    return Compilation(header, settings)
        .of(choose_struct(structs, fs::path(header).stem().string()));
  } catch (const Error& error) {
    throw Error(error.fault(), fmt::format("{}: {}", header, error.what()));
  }
}

Model plugin_model(const std::string& header, const PluginSettings& settings) {
  return compile_plugin(header, settings).model;
}

}  // namespace surefoot
