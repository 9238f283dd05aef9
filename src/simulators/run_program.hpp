#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// What a program did that ran to its end.
struct Finished {
  int status;  // of the shell's kind: 128 + signal if one ended it
  std::string output;
  std::string errors;
};

/// What a compiler wrote, and how it ended where that says nothing of an error.
std::string complaint_of(const Finished& compiler);

/// Runs a program with `input` on its standard input, and waits for it.  The first
/// word is its path.  Throws Fault::device if it cannot be started.
Finished run_program(const std::vector<std::string>& words, std::string_view input);

}  // namespace surefoot
