#pragma once

#include <functional>
#include <span>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// What a verb does once its options are known: returns the exit status, or throws.
using Action = std::function<int()>;

/// One row of a program's table of verbs, which dispatch, help and the completion of misspelt
/// names go by.
struct Verb {
  const char* name;
  const char* description;        ///< one line
  Action (*add)(CLI::App& verb);  ///< adds its options; null where another program has them
  const char* program = nullptr;  ///< that carries the verb out instead of this one
};

/// The paper's tables and figures, made by a program of their own, which `surefoot` starts.
inline constexpr auto paper_program = "surefoot-paper";
inline constexpr Verb reproduce_verb{
    "reproduce", "The paper's tables and figures again, beside the published numbers", nullptr,
    paper_program};

/// A whole program: reads the arguments (without the program's own name), carries out a verb, and
/// says on standard error what went wrong.  Returns the exit status.
int run_program(const char* description, std::span<const Verb> verbs,
                std::span<const char* const> arguments);

/// Ends this program by becoming another that was installed beside it; the arguments are passed on,
/// and its exit status and signals are that program's own.
///
/// Throws Fault::device, saying what to build, where it cannot be started.
[[noreturn]] void become(const char* program, std::span<const char* const> arguments);

}  // namespace surefoot::front
