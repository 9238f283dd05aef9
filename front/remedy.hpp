#pragma once

#include <span>
#include <string>

namespace surefoot::front {

/// How an error ends: the command to try instead, with what the user typed put right.  Empty where
/// nobody can know.  The library says what is wrong and what was probably meant; how to type that
/// is known here alone.
///
/// It is known for words that were misspelt, files that are not there, columns that were not chosen
/// or do not exist, and a model and data that were swapped.
std::string remedy(const std::string& error, std::span<const char* const> arguments);

}  // namespace surefoot::front
