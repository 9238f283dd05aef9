#include "simulators/plugin_source.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>

#include "simulators/cpp_words.hpp"

namespace surefoot {
namespace {

using Tokens = std::vector<std::string_view>;

struct Scope {
  enum class Kind { space, structure, other };
  Kind kind = Kind::other;
  std::string name;
  bool is_template = false;
  bool calls = false;           // has a call operator
  bool calls_template = false;  // that is a template
};

bool is_name(std::string_view word) {
  return std::isalpha(static_cast<unsigned char>(word[0])) != 0 || word[0] == '_';
}

// Where template <...> at the front ends; 0 if there is none.
std::size_t after_template(const Tokens& words) {
  if (words.empty() || words[0] != "template") return 0;
  int open = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    open += words[i] == "<" ? 1 : words[i] == ">" ? -1 : 0;
    if (open == 0) return i + 1;
  }
  return words.size();
}

std::string joined(const Tokens& words, std::size_t from) {
  std::string name;
  for (std::size_t i = from; i < words.size(); ++i) name += words[i];
  return name;
}

// What an opening brace opens, by the words since the last statement.
Scope opened_by(const Tokens& words) {
  const std::size_t first = after_template(words);
  for (std::size_t i = first; i < words.size() && i < first + 2; ++i)
    if (words[i] == "namespace") return {Scope::Kind::space, joined(words, i + 1)};
  if (first >= words.size() || (words[first] != "struct" && words[first] != "class")) return {};
  // Attributes come before the name, final and bases behind it.
  Scope scope{Scope::Kind::structure, "", first > 0};
  int brackets = 0;
  for (std::size_t i = first + 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "(" || word == "[") ++brackets;
    if (word == ")" || word == "]") --brackets;
    if (word == ":") break;
    if (brackets == 0 && is_name(word) && word != "final" && word != "alignas") scope.name = word;
  }
  if (scope.name.empty()) return {};
  return scope;
}

void look_for_call(const Tokens& words, Scope& scope) {
  if (scope.kind != Scope::Kind::structure) return;
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (words[i] != "operator" || words[i + 1] != "(" || words[i + 2] != ")") continue;
    scope.calls = true;
    scope.calls_template |=
        words[0] == "template" || std::find(words.begin() + static_cast<std::ptrdiff_t>(i),
                                            words.end(), "auto") != words.end();
  }
}

std::string qualified(const std::vector<Scope>& scopes, const Scope& last) {
  std::string name;
  for (const Scope& scope : scopes)
    if (!scope.name.empty()) name += scope.name + "::";
  return name + last.name;
}

std::string folded(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

}  // namespace

std::vector<std::string> callable_structs(std::string_view text) {
  std::vector<std::string> plain, templated;
  std::vector<Scope> scopes(1);  // the file itself
  Tokens statement;
  const std::string code = without_comments(text);
  for (const std::string_view word : cpp_words(code)) {
    const bool label = word == ":" && statement.size() == 1;  // public:
    if (word == "{") {
      look_for_call(statement, scopes.back());
      scopes.push_back(opened_by(statement));
    } else if (word == "}" && scopes.size() > 1) {
      const Scope closed = scopes.back();
      scopes.pop_back();
      const bool model = closed.calls && !closed.is_template;
      if (model) plain.push_back(qualified(scopes, closed));
      if (model && closed.calls_template) templated.push_back(plain.back());
    } else if (word == ";") {
      look_for_call(statement, scopes.back());
    } else if (!label) {
      statement.push_back(word);
      continue;
    }
    statement.clear();
  }
  return templated.empty() ? plain : templated;
}

std::string choose_struct(const std::vector<std::string>& names, std::string_view stem) {
  if (names.empty())
    throw Error(Fault::usage,
                "there must be a struct with template <class Real, class Latent> ... "
                "operator()(theta, latent) const, but there is none");
  if (names.size() == 1) return names[0];
  for (const std::string& name : names)
    if (folded(name.substr(name.rfind(':') + 1)) == folded(stem)) return name;
  throw Error(Fault::usage,
              fmt::format("{} could each be the model; the file must have the name of the one that "
                          "is meant, or have no other",
                          fmt::join(names, " and ")));
}

// Quoted includes of what comes on the standard input start from the folder that we are in, so
// errors name the header as the user did.  The compiler's version is there to be part of the text.
std::string plugin_source(const std::string& header, const std::string& struct_name,
                          const PluginCompiler::Entry& entry) {
  return fmt::format(
      "#include <{2}>\n"
      "#include \"{0}\"\n"
      "extern \"C\" [[gnu::visibility(\"default\")]] void* {4}() {{\n"
      "  return {3}<::{1}>(\"{1}\");\n"
      "}}\n"
      "extern const char* const surefoot_compiler = __VERSION__;\n",
      header, struct_name, entry.header, entry.function, plugin_entry_name);
}

}  // namespace surefoot
