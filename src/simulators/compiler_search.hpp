#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Where compilers and headers for plug-ins are.
namespace surefoot {

/// The words of a text, blanks (or another character) between them.
std::vector<std::string> words_of(const std::string& text, char between = ' ');

/// The file that a shell would run for a name; empty if none.
std::string on_the_path(const std::string& name);

/// The compiler that a variable of the environment names, with options of its own if
/// it has any; nothing if it names none.  Throws Fault::device if there is no such
/// program, saying that it must name `what`.
std::vector<std::string> compiler_named_by(const char* variable, const char* what);

/// The folder of our own headers.  Throws Fault::device if there is none, or if they are not those
/// that we were built from.
std::string find_headers();

/// Throws Fault::device unless headers in a folder are, name by name, those with this hash: a
/// plug-in that was compiled with others would misread what it shares with us.
void require_same_headers(const std::string& folder, std::span<const char* const> names,
                          std::uint64_t hash);

/// What plug-ins, which call back, are linked to.  Nothing for a program, whose symbols
/// are seen by all; what a module of Python's holds is not, and must not be, since
/// other modules bring other versions of the same libraries.
std::vector<std::string> libraries_of_plugins();

}  // namespace surefoot
