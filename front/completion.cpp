#include "front/completion.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "text.hpp"

namespace surefoot::front {
namespace {

constexpr std::string_view files = ":files\n";

/// The first clause of a description: a shell has one line for it.
std::string_view first_clause(std::string_view text) {
  return text.substr(0, std::min({text.find(" (default"), text.find(" ["), text.find(';')}));
}

std::string line(std::string_view word, std::string_view description) {
  return fmt::format("{}\t{}\n", word, first_clause(description));
}

/// The words that an option takes, as its help lists them: "... [auto, sobol or iid]".
std::vector<std::string> words_listed(const CLI::Option& option) {
  std::string_view text = option.get_description();
  const bool brackets = text.ends_with(']');
  if (!brackets && !text.ends_with(')')) return {};
  text.remove_suffix(1);
  text = text.substr(text.rfind(brackets ? '[' : '(') + 1);
  std::string list(text);
  if (const auto last = list.rfind(" or "); last != list.npos) list.replace(last, 4, ", ");
  std::vector<std::string> words;
  for (const std::string& word : split(list)) {
    const auto begin = word.find_first_not_of(' ');
    if (begin == word.npos || word.find(' ', begin) != word.npos) return {};  // a sentence
    words.push_back(word.substr(begin));
  }
  return words;
}

bool is_a_file(const std::string& placeholder) {
  return placeholder.find("FILE") != placeholder.npos ||
         placeholder.find("FOLDER") != placeholder.npos;
}

std::string models_starting(std::string_view begun) {
  std::string text;
  for (const std::string& name : model_names())
    if (name.starts_with(begun)) text += line(name, built_in_model(name).description);
  return text;
}

/// Values of an option; each is shown behind `before`, which stands there already.
std::string values(const CLI::Option& option, std::string_view begun, std::string_view before) {
  if (is_a_file(option.get_type_name())) return std::string(files);
  std::string text;
  for (const std::string& word : words_listed(option))
    if (word.starts_with(begun)) text += fmt::format("{}{}\t\n", before, word);
  return text;
}

const CLI::Option* option_named(const CLI::App& app, std::string_view name) {
  for (const CLI::Option* option : app.get_options()) {
    for (const auto& known : option->get_lnames())
      if (name == "--" + known) return option;
    for (const auto& known : option->get_snames())
      if (name == "-" + known) return option;
  }
  return nullptr;
}

bool takes_value(const CLI::Option* option) {
  return option != nullptr && !option->get_positional() && option->get_items_expected_max() > 0;
}

std::string option_names(const CLI::App& app, std::string_view begun,
                         std::span<const char* const> given) {
  std::string text;
  for (const CLI::Option* option : app.get_options())
    for (const auto& known : option->get_lnames()) {
      const std::string name = "--" + known;
      const bool again = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
      const bool used = std::any_of(given.begin(), given.end(), [&](std::string_view word) {
        return word == name || word.starts_with(name + '=');
      });
      if (name.starts_with(begun) && (again || !used))
        text += line(name, option->get_description());
    }
  return text;
}

/// How many of these words are arguments, neither options nor their values.
std::size_t arguments_among(const CLI::App& verb, std::span<const char* const> words) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word.size() < 2 || word[0] != '-')
      ++count;
    else if (takes_value(option_named(verb, word)))
      ++i;
  }
  return count;
}

std::string argument(const CLI::App& verb, std::size_t place, std::string_view begun) {
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->get_positional()) continue;
    if (const auto room = static_cast<std::size_t>(option->get_items_expected_max());
        place >= room) {
      place -= room;
      continue;
    }
    const std::string name = option->get_name(true);
    // A model may be a header, or a program.
    if (name == "MODEL") return models_starting(begun) + std::string(files);
    const std::vector<std::string> listed = words_listed(*option);
    if (listed.empty()) return std::string(files);
    std::string text;
    for (const std::string& word : listed)
      if (word.starts_with(begun)) text += fmt::format("{}\t\n", word);
    return text;
  }
  return "";
}

std::string in_verb(const CLI::App& verb, std::span<const char* const> words) {
  const std::string_view begun = words.back();
  const auto before = words.first(words.size() - 1);
  if (!before.empty())
    if (const CLI::Option* option = option_named(verb, before.back()); takes_value(option))
      return values(*option, begun, "");
  if (const auto equals = begun.find('='); begun.starts_with("--") && equals != begun.npos) {
    const CLI::Option* option = option_named(verb, begun.substr(0, equals));
    return takes_value(option)
               ? values(*option, begun.substr(equals + 1), begun.substr(0, equals + 1))
               : "";
  }
  if (begun.starts_with('-')) return option_names(verb, begun, before);
  return argument(verb, arguments_among(verb, before), begun);
}

struct Shell {
  const char* name;
  const char* file;  // of the user's, from the home folder on
  const char* script;
};

constexpr std::array<Shell, 3> known_shells{{
    {"bash", ".local/share/bash-completion/completions/surefoot",
     R"(# Completion of surefoot for bash, which asks the program what may come next.
_surefoot() {
  local word words current
  # A word such as --design=so is one for the program, but three for bash.
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
  current=${words[-1]}
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    if [[ $word == :files ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${current#*=}")
    else
      [[ $current == *=* ]] && word=${word#*=}
      COMPREPLY+=("$word")
    fi
  done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -F _surefoot surefoot
)"},
    {"zsh", ".local/share/zsh/site-functions/_surefoot",
     R"(#compdef surefoot
# Completion of surefoot for zsh, which asks the program what may come next.
_surefoot() {
  local line
  local -a found
  for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
    elif [[ -n $line ]]; then
      found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( ${#found} )) && _describe surefoot found
}
# zsh calls the file when it is first needed; who sources it wants it known.
if [[ ${funcstack[1]} == _surefoot ]]; then
  _surefoot "$@"
else
  compdef _surefoot surefoot
fi
)"},
    {"fish", ".config/fish/completions/surefoot.fish",
     R"(# Completion of surefoot for fish, which asks the program what may come next.
function __surefoot_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            printf '%s\n' $line
        end
    end
end
complete -c surefoot -f -a '(__surefoot_complete)'
)"},
}};

const Shell& shell_named(const std::string& name) {
  for (const Shell& shell : known_shells)
    if (name == shell.name) return shell;
  throw Error(Fault::usage,
              fmt::format("the shell must be one of {}, but is {}{}", fmt::join(shells(), ", "),
                          in_quotes(name), did_you_mean(nearest(name, shells()))));
}

}  // namespace

std::string completions(const CLI::App& program, std::span<const char* const> words) {
  if (words.empty()) return "";
  if (words.size() > 1) {
    for (const CLI::App* verb : program.get_subcommands({}))
      if (verb->get_name() == words[0]) return in_verb(*verb, words.subspan(1));
    return "";
  }
  const std::string_view begun = words[0];
  if (begun.starts_with('-')) return option_names(program, begun, {});
  std::string text;
  for (const CLI::App* verb : program.get_subcommands({}))
    if (std::string_view(verb->get_name()).starts_with(begun))
      text += line(verb->get_name(), verb->get_description());
  return text;
}

std::string completion_script(const std::string& shell) { return shell_named(shell).script; }

std::string completion_file(const std::string& shell) { return shell_named(shell).file; }

std::vector<std::string> shells() {
  std::vector<std::string> names;
  for (const Shell& shell : known_shells) names.emplace_back(shell.name);
  return names;
}

}  // namespace surefoot::front
