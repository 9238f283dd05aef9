#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// The word that the scripts of `completion_script` call the program with, before the words of a
/// command line up to the cursor.
inline constexpr auto completion_word = "__complete";

/// What may stand at the place of the last word, one to a line, with what it is for behind a tab;
/// the line ":files" stands for the names of files.  All of it is what --help is made of.
std::string completions(const CLI::App& program, std::span<const char* const> words);

/// What has bash, zsh or fish ask the program what may come next.  Throws Fault::usage for another
/// shell.
std::string completion_script(const std::string& shell);

/// Where the shell looks for such a file of the user's, from the home folder on.
std::string completion_file(const std::string& shell);

/// The shells that are known.
std::vector<std::string> shells();

}  // namespace surefoot::front
