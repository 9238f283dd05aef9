#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// The arguments of the program in a form that CLI11 cannot misread: every
/// option that takes a value is one word, `--name=value`, so that a value may
/// look like anything.
///
/// Throws Fault::usage for an unknown verb or option (with the nearest), an
/// option without its value, an option that is given twice but not a list
/// (policy TakeAll), and an argument too many.
std::vector<std::string> normalised(const CLI::App& program,
                                    std::span<const char* const> arguments);

/// The value of an option that was given, lists joined by commas.
std::string value_of(const CLI::Option& option);

}  // namespace surefoot::front
