#pragma once

#include <filesystem>
#include <string>

#include <surefoot/error.hpp>

namespace surefoot {

/// What makes plug-ins of one kind: a compiler with the options that they need.
class PluginCompiler {
 public:
  virtual ~PluginCompiler() = default;

  /// What a plug-in gives: a function template of (struct's name), and the header
  /// that has it.
  struct Entry {
    const char* function;
    const char* header;
  };
  virtual Entry entry() const = 0;

  struct Result {
    bool fine;
    std::string text;      // of the preprocessor
    std::string messages;  // of the compiler, as they are
  };

  /// The source with everything that it includes.
  virtual Result preprocess(const std::string& source) const = 0;

  /// Compiles a source, of which `preprocess` gave the text, into a shared object.
  virtual Result compile(const std::string& source, const std::string& text,
                         const std::filesystem::path& object) const = 0;

  /// What else decides what is made: the program and its options.
  virtual std::string identity() const = 0;

  /// What stands behind "compiled my_model.hpp".
  virtual std::string purpose() const { return ""; }

  /// What stands behind "compiling my_model.hpp" where that takes so long that users
  /// want to know before; empty: nothing is said.
  virtual std::string announcement() const { return ""; }

  /// What to throw for a header that does not compile.
  virtual Error refusal(const std::string& messages) const;
};

/// The line with the first error among a compiler's messages, or the first line.
std::string first_error(const std::string& messages);

}  // namespace surefoot
