#include "front/arguments.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot::front {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Fault::usage, message); }

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

// Reads the words of one verb, or of the program itself before any verb.
class Reader {
 public:
  explicit Reader(const CLI::App& app) : app_(app) {
    for (const CLI::Option* option : app.get_options()) {
      positionals_ += option->get_positional() ? option->get_items_expected_max() : 0;
      for (const auto& name : option->get_lnames()) names_.push_back("--" + name);
      for (const auto& name : option->get_snames()) names_.push_back("-" + name);
    }
  }

  // Takes one argument, or two if the first is an option and the second its value.
  std::string take(std::span<const char* const>& rest) {
    const std::string_view word = rest.front();
    rest = rest.subspan(1);
    if (only_positionals_ || word.size() < 2 || word[0] != '-') return positional(word);
    if (word == "--") {
      only_positionals_ = true;
      return "--";
    }
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string name(word.substr(0, equals));
    const CLI::Option& option = find(name);
    if (is_flag(option)) return std::string(word);
    if (equals + 1 == word.size()) refuse(name + " needs a value");
    const std::string value =
        equals == word.size() ? next_value(name, rest) : std::string(word.substr(equals + 1));
    return name + (name.starts_with("--") ? "=" : "") + value;  // -oFILE, for a short name
  }

 private:
  std::string positional(std::string_view word) {
    if (taken_++ == positionals_)
      refuse(fmt::format("{} has no use for the argument {}: {} --help says how it is called",
                         app_.get_name(), surefoot::in_quotes(word), call()));
    return std::string(word);
  }

  /// What is typed to call it.
  std::string call() const {
    const CLI::App* program = app_.get_parent();
    return program == nullptr ? app_.get_name() : program->get_name() + ' ' + app_.get_name();
  }

  const CLI::Option& find(const std::string& name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end())
      refuse(
          fmt::format("{} has no option {}{}", app_.get_name(), surefoot::in_quotes(name),
                      did_you_mean(nearest(name, names_), ": " + call() + " --help lists them")));
    const CLI::Option& option = *app_.get_option(name);
    const bool list = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    if (!list && std::find(given_.begin(), given_.end(), name) != given_.end())
      refuse(name + " is given twice");
    given_.push_back(name);
    return option;
  }

  static std::string next_value(const std::string& name, std::span<const char* const>& rest) {
    const bool missing = rest.empty() || std::string_view(rest.front()).empty() ||
                         std::string_view(rest.front()).starts_with("--");
    if (missing) refuse(name + " needs a value");
    const std::string value = rest.front();
    rest = rest.subspan(1);
    return value;
  }

  const CLI::App& app_;
  std::vector<std::string> names_;
  std::vector<std::string> given_;
  int positionals_ = 0;
  int taken_ = 0;
  bool only_positionals_ = false;
};

const CLI::App& find_verb(const CLI::App& program, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* verb : program.get_subcommands({})) {
    if (verb->get_name() == name) return *verb;
    names.push_back(verb->get_name());
  }
  refuse(fmt::format("there is no verb {}{}", surefoot::in_quotes(name),
                     did_you_mean(nearest(name, names),
                                  fmt::format("; there are {}: surefoot --help says what each does",
                                              fmt::join(names, ", ")))));
}

}  // namespace

std::vector<std::string> normalised(const CLI::App& program,
                                    std::span<const char* const> arguments) {
  std::vector<std::string> words;
  Reader before_verb(program);
  while (!arguments.empty() && arguments[0][0] == '-') words.push_back(before_verb.take(arguments));
  if (arguments.empty()) {
    if (words.empty()) refuse("a verb is needed; see surefoot --help");
    return words;
  }
  words.emplace_back(arguments[0]);
  Reader reader(find_verb(program, words.back()));
  arguments = arguments.subspan(1);
  while (!arguments.empty()) words.push_back(reader.take(arguments));
  return words;
}

std::string value_of(const CLI::Option& option) {
  return fmt::format("{}", fmt::join(option.results(), ","));
}

}  // namespace surefoot::front
