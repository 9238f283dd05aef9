#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace surefoot::cli {

/// A verb of the program: its options, and what it does once they are known.
/// `run` returns the exit status, or throws.
struct Verb {
  CLI::App* app;
  std::function<int()> run;
};

}  // namespace surefoot::cli
