#include "simulators/plugin_object.hpp"

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <surefoot/version.hpp>

#include "hash.hpp"
#include "left_behind.hpp"
#include "simulators/header_call.hpp"
#include "simulators/missing_function.hpp"
#include "simulators/plugin_cache.hpp"
#include "simulators/plugin_source.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

using Entry = void* (*)();

std::string content_of(const fs::path& header) {
  if (header.string().find_first_of("\"\n\\") != std::string::npos)
    throw Error(Fault::usage, "a header's path must have no quotes, line breaks or backslashes");
  std::ifstream file(header);
  std::error_code unknown;
  if (fs::is_directory(header, unknown) || !file)
    throw Error(Fault::data, "there is no such header, or it cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
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

// Null, and why, if it cannot be loaded.
Entry load(const fs::path& file, std::string& fault) {
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : ::dlsym(library, plugin_entry_name);
  if (entry == nullptr) fault = ::dlerror();
  return reinterpret_cast<Entry>(entry);
}

}  // namespace

PluginObject::PluginObject(const std::string& header, const PluginCompiler& compiler,
                           const PluginSettings& telling)
    : header_(header), compiler_(compiler), telling_(telling) {
  struct_name_ = choose_struct(callable_structs(content_of(header_)), header_.stem().string());
  source_ = plugin_source(header, struct_name_, compiler.entry());
  auto text = compiler.preprocess(source_);
  if (!text.fine) refuse(text.messages);
  text_ = std::move(text.text);
  const std::uint64_t key =
      hash_of_code(text_, fmt::format("{}\n{}\n", version(), compiler.identity()));
  file_ = cache_folder() / fmt::format("{}-{:016x}.so", header_.stem().string(), key);
}

bool PluginObject::is_there() const { return is_sealed(file_); }

void* PluginObject::make() const {
  std::string fault;
  // What was damaged since is made again.
  const std::string name = header_.string();
  const std::string no_mark;  // who cannot be loaded cannot be isolated
  const auto loaded = [&] {
    return call_header(name, no_mark, [&] { return load(file_, fault); });
  };
  Entry entry = is_there() ? loaded() : nullptr;
  if (entry == nullptr) {
    compile();
    entry = loaded();
  }
  if (entry == nullptr)
    throw Error(Fault::internal, fmt::format("the plug-in cannot be loaded: {}", fault));
  return call_header(name, no_mark, entry);
}

void PluginObject::refuse(const std::string& messages) const {
  if (const std::string missing = missing_function(messages); !missing.empty())
    throw Error(Fault::usage, missing);
  const Error refusal = compiler_.refusal(messages);
  if (!telling_.compiler)
    throw Error(refusal.fault(), fmt::format("{}\n{}", refusal.what(), messages));
  telling_.compiler(messages);
  throw refusal;
}

// Under a name of our own until it is whole, so that others see all of it or nothing.
void PluginObject::compile() const {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::string announcement = compiler_.announcement();
  if (telling_.note && !announcement.empty())
    telling_.note(fmt::format("compiling {}{}", header_.string(), announcement));
  static std::atomic<int> number = 0;  // of our threads
  fs::path unfinished = file_;
  unfinished += fmt::format(".{}.{}", ::getpid(), ++number);
  const LeftBehind temporary = LeftBehind::path(unfinished);
  const auto result = compiler_.compile(source_, text_, unfinished);
  std::error_code fault;
  if (result.fine) fault = seal(unfinished);
  if (result.fine && !fault) fs::rename(unfinished, file_, fault);
  if (!result.fine || fault) {
    std::error_code gone;
    fs::remove(unfinished, gone);
  }
  if (!result.fine) refuse(result.messages);
  if (fault)
    throw Error(Fault::output,
                fmt::format("{} cannot be made: {}", file_.string(), fault.message()));
  if (telling_.compiler && !result.messages.empty()) telling_.compiler(result.messages);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (telling_.note)
    telling_.note(
        fmt::format("compiled {}{} in {:.1f} s", header_.string(), compiler_.purpose(), seconds));
}

}  // namespace surefoot
