#pragma once

#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include <surefoot/report/summary.hpp>

namespace surefoot::cli {

/// How a summary is printed: one of the words that `--summary` takes.
class SummaryFormat {
 public:
  SummaryFormat() = default;

  /// Throws Fault::usage, with the nearest, for another word.
  explicit SummaryFormat(const std::string& word);

  std::string render(const Summary& summary) const;
  std::string render(std::span<const Summary> fits) const;

  /// To standard output; what is for people is laid out where that is a terminal.
  void print(const Summary& summary) const;
  void print(std::span<const Summary> fits) const;

  static constexpr const char* help = "how the summary is printed (text, json or csv)";

 private:
  std::size_t format_ = 0;
};

}  // namespace surefoot::cli
