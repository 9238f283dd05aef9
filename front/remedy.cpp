#include "front/remedy.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "text.hpp"

namespace surefoot::front {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// As a shell reads it back.
std::string typed(const std::string& word) {
  constexpr std::string_view harmless = "_-./:,=+@%";
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](unsigned char c) {
    return std::isalnum(c) || harmless.find(static_cast<char>(c)) != harmless.npos;
  });
  if (plain) return word;
  return fmt::format("'{}'", std::regex_replace(word, std::regex("'"), R"('\'')"));
}

// Nothing, where it is too long for an eye or not one line of a terminal.
std::string offer(const std::string& text) {
  constexpr std::size_t longest = 300;
  return text.size() > longest || printable(text) != text ? "" : ": " + text;
}

std::string command(const Words& words) {
  std::string line = "surefoot";
  for (const std::string& word : words) line += ' ' + typed(word);
  return offer(line);
}

// The words with `right` where `wrong` was first: a whole word, or a part of a list such as
// a=1,b=2.
std::optional<Words> with(Words words, const std::string& wrong, const std::string& right) {
  constexpr std::string_view ends = ",=:+";
  const auto parts = [&](const std::string& word, std::size_t at) {
    return at >= word.size() || ends.find(word[at]) != ends.npos;
  };
  for (std::string& word : words)
    for (std::size_t at = word.find(wrong); at != word.npos; at = word.find(wrong, at + 1))
      if ((at == 0 || parts(word, at - 1)) && parts(word, at + wrong.size())) {
        word.replace(at, wrong.size(), right);
        return words;
      }
  return std::nullopt;
}

std::string corrected(const Words& words, const std::string& wrong, const std::string& right) {
  const auto better = with(words, wrong, right);
  return better ? command(*better) : "";
}

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

// A file of the same folder and ending that has nearly this name, or of this name and another
// ending.
std::string nearest_file(const fs::path& missing) {
  const fs::path folder = missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  Words alike;
  std::string same_stem;
  if (!is_there(folder)) return "";
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    if (name.extension() == missing.extension())
      alike.push_back(name.stem().string());
    else if (name.stem() == missing.stem() && (same_stem.empty() || name.string() < same_stem))
      same_stem = name.string();
  }
  std::sort(alike.begin(), alike.end());  // a folder has no order of its own
  const std::string stem = nearest(missing.stem().string(), alike);
  const std::string name = stem.empty() ? same_stem : stem + missing.extension().string();
  return name.empty() ? "" : (missing.parent_path() / name).string();
}

std::string for_missing_file(const std::string& file, const std::string& error,
                             const Words& words) {
  const fs::path folder = fs::path(file).has_parent_path() ? fs::path(file).parent_path() : ".";
  if (error.find("cannot be created") != error.npos)
    return is_there(folder) ? "" : offer("mkdir -p " + typed(folder.string()));
  if (const std::string near = nearest_file(file); !near.empty())
    return did_you_mean(near) + corrected(words, file, near);
  if (is_header(file)) return offer(fmt::format("surefoot new {} writes one", typed(file)));
  if (!is_there(folder)) return "";
  return offer(fmt::format("ls {} shows what there is", typed(folder.string())));
}

// The file that an error begins with, if the user named it and it is not there.
std::string missing_file(const std::string& error, const Words& words) {
  static const std::regex says_so("No such file|there is no such|could not be opened");
  if (!std::regex_search(error, says_so)) return "";
  for (const std::string& word : words) {
    const std::size_t value = word.starts_with("--") ? word.find('=') + 1 : 0;
    std::string name = word.substr(value);
    if (!name.empty() && error.starts_with(name + ": ") && !is_program(name) && !is_there(name))
      return name;
  }
  return "";
}

// Data that were named before their model.
std::string for_swapped(const std::string& error, Words words) {
  if (!error.starts_with("model must be one of") || words.size() < 3 || !is_there(words[1]))
    return "";
  const std::vector<std::string> names = model_names();
  const bool model_is_second = is_header(words[2]) || is_program(words[2]) ||
                               std::find(names.begin(), names.end(), words[2]) != names.end();
  if (!model_is_second) return "";
  std::swap(words[1], words[2]);
  return "; the model comes first" + command(words);
}

// A command where a model should be.
std::string for_program(const std::string& error, Words words) {
  if (!error.starts_with("model must be one of") || words.size() < 2 ||
      words[1].find(' ') == std::string::npos)
    return "";
  words[1] = "exec:" + words[1];
  return command(words);
}

// The first of the columns that an error lists in quotes and that is not chosen yet.
std::string free_column(std::string columns, const Words& words) {
  static const std::regex quoted("'([^']+)'");
  for (std::smatch found; std::regex_search(columns, found, quoted); columns = found.suffix())
    if (!with(words, found[1], "")) return found[1];
  return "";
}

std::string for_columns(const std::string& error, Words words) {
  static const std::regex unknown("has no column '([^']+)': its columns are (.*)$");
  static const std::regex others("must give the model ([0-9]+) columns?, but has ([0-9]+)(:.*)?$");
  std::smatch found;
  if (std::regex_search(error, found, unknown)) {
    const std::string column =
        found[2].str().starts_with("numbered") ? "1" : free_column(found[2], words);
    return column.empty() ? "" : corrected(words, found[1], column);
  }
  if (!std::regex_search(error, found, others)) return "";
  if (auto better = with(words, "dimension=" + found[1].str(), "dimension=" + found[2].str()))
    return command(*better);
  const bool chosen = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("--columns");
  });
  if (chosen || !found[3].matched || found[1].length() > 1) return "";
  std::string columns = "1";
  for (char k = '2'; k <= found[1].str()[0]; ++k) columns += {',', k};
  words.insert(words.end(), {"--columns", columns});
  return command(words);
}

// What a verb cannot do without.
std::string for_missing_option(const std::string& error, Words words) {
  if (error == "simulate needs --observations N")
    words.insert(words.end(), {"--observations", "500", "--output", "data.csv"});
  else if (error == "report needs --output FILE.html or --figures DIR")
    words.insert(words.end(), {"--output", "fit.html"});
  else
    return "";
  return command(words);
}

std::string for_misspelt(const std::string& error, const Words& words) {
  static const std::regex suggestion(".*'([^']+)'[^']*; did you mean '([^']+)'\\?$");
  std::smatch found;
  return std::regex_match(error, found, suggestion) ? corrected(words, found[1], found[2]) : "";
}

}  // namespace

std::string remedy(const std::string& error, std::span<const char* const> arguments) try {
  constexpr std::size_t longest = 2000;  // beyond it std::regex may need more stack than there is
  if (error.size() > longest) return "";
  const Words words(arguments.begin(), arguments.end());
  if (const std::string file = missing_file(error, words); !file.empty())
    return for_missing_file(file, error, words);
  for (const auto& known :
       {for_swapped(error, words), for_program(error, words), for_columns(error, words),
        for_missing_option(error, words), for_misspelt(error, words)})
    if (!known.empty()) return known;
  return "";
} catch (const std::exception&) {
  return "";  // as of a folder that may not be read: the error itself is what matters
}

}  // namespace surefoot::front
