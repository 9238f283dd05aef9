#include "simulators/compiler_search.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include <surefoot/error.hpp>
#include <surefoot/version.hpp>

#include "header_hash.hpp"
#include "own_file.hpp"
#include "own_headers.hpp"
#include "simulators/plugin_flags.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string folder_of_headers() {
  const auto there = [](const fs::path& folder) {
    std::error_code unknown;
    return fs::exists(folder / "surefoot/simulators/plugin_entry.hpp", unknown);
  };
  if (const std::string named = variable("SUREFOOT_INCLUDE"); !named.empty()) {
    if (there(named)) return named;
    throw Error(Fault::device,
                fmt::format("SUREFOOT_INCLUDE must be the folder in which surefoot/model.hpp and "
                            "the other headers are, but is {}",
                            surefoot::in_quotes(named)));
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

}  // namespace

std::vector<std::string> words_of(const std::string& text, char between) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, between);)
    if (!word.empty()) words.push_back(word);
  return words;
}

std::string on_the_path(const std::string& name) {
  const auto runs = [](const fs::path& file) {
    std::error_code unknown;  // a folder that we may not look into has nothing for us
    return fs::is_regular_file(file, unknown) && ::access(file.c_str(), X_OK) == 0;
  };
  if (name.find('/') != name.npos) return runs(name) ? name : "";
  for (const std::string& folder : words_of(variable("PATH"), ':'))
    if (runs(fs::path(folder) / name)) return fs::path(folder) / name;
  return "";
}

std::vector<std::string> compiler_named_by(const char* name, const char* what) {
  std::vector<std::string> words = words_of(variable(name));
  if (words.empty()) return {};
  words[0] = on_the_path(words[0]);
  if (words[0].empty())
    throw Error(Fault::device, fmt::format("{} must name {}, but is {}", name, what,
                                           surefoot::in_quotes(variable(name))));
  return words;
}

void require_same_headers(const std::string& folder, std::span<const char* const> names,
                          std::uint64_t hash) {
  if (header_hash(folder, {names.begin(), names.end()}) != hash)
    throw Error(Fault::device,
                fmt::format("the headers of surefoot in {} are not those that this surefoot {} was "
                            "built from: install both anew, or have SUREFOOT_INCLUDE name the "
                            "folder of the right ones",
                            folder, version()));
}

std::string find_headers() {
  const std::string folder = folder_of_headers();
  require_same_headers(folder, own_headers::names, own_headers::hash);
  return folder;
}

std::vector<std::string> libraries_of_plugins() {
  const OwnFile own = own_file();
  return own.is_program ? std::vector<std::string>{} : std::vector<std::string>{own.path};
}

}  // namespace surefoot
