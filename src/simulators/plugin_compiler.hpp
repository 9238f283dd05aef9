#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace surefoot {

/// The compiler of plug-ins, with the options that they need.
class PluginCompiler {
 public:
  /// Finds the compiler and our own headers.  Throws Fault::device if one is missing.
  PluginCompiler();

  struct Result {
    bool fine;
    std::string text;      // of the preprocessor
    std::string messages;  // of the compiler, as they are
  };

  /// The source with everything that it includes.
  Result preprocess(const std::string& source) const;

  /// Compiles what `preprocess` gave into a shared object.
  Result compile(const std::string& text, const std::filesystem::path& object) const;

  /// What else decides what is made: the program and its options.
  std::string identity() const;

 private:
  std::vector<std::string> command_;
  std::string headers_;
  std::string library_;  // that plug-ins are linked to, if they must be
};

}  // namespace surefoot
