#pragma once

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

  static constexpr const char* help = "how the summary is printed (text, json or csv)";

 private:
  std::string (*render_)(const Summary&) = nullptr;  // nothing chosen: the first format
};

}  // namespace surefoot::cli
