#include "summary_format.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/comparison.hpp>
#include <surefoot/report/text.hpp>

#include "front/streams.hpp"
#include "front/summary_layout.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

struct Format {
  const char* word;
  std::string (*one)(const Summary&);
  std::string (*several)(std::span<const Summary>);
  void (*print)(std::string_view);
};

constexpr std::array<Format, 3> formats{{{"text", to_text, comparison_text, front::print_summary},
                                         {"json", to_json, comparison_json, front::print},
                                         {"csv", to_csv, comparison_csv, front::print}}};

// One line of JSON, as of text, ends with a line break.
std::string whole_lines(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace

SummaryFormat::SummaryFormat(const std::string& word) {
  std::vector<std::string> words;
  for (const Format& format : formats) words.emplace_back(format.word);
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw Error(Fault::usage,
                fmt::format("summary must be text, json or csv, but is {}{}",
                            surefoot::in_quotes(word), did_you_mean(nearest(word, words))));
  format_ = static_cast<std::size_t>(found - words.begin());
}

std::string SummaryFormat::render(const Summary& summary) const {
  return whole_lines(formats[format_].one(summary));
}

std::string SummaryFormat::render(std::span<const Summary> fits) const {
  return whole_lines(formats[format_].several(fits));
}

void SummaryFormat::print(const Summary& summary) const { formats[format_].print(render(summary)); }

void SummaryFormat::print(std::span<const Summary> fits) const {
  formats[format_].print(render(fits));
}

}  // namespace surefoot::cli
