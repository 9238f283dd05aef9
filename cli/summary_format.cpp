#include "summary_format.hpp"

#include <array>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/text.hpp>

#include "text.hpp"

namespace surefoot::cli {
namespace {

struct Format {
  const char* word;
  std::string (*render)(const Summary&);
};

// One line of JSON, as of text, ends with a line break.
std::string json_line(const Summary& summary) {
  std::string text = to_json(summary);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

constexpr std::array<Format, 3> formats{
    {{"text", [](const Summary& summary) { return to_text(summary); }},
     {"json", json_line},
     {"csv", to_csv}}};

}  // namespace

SummaryFormat::SummaryFormat(const std::string& word) {
  std::vector<std::string> words;
  for (const Format& format : formats) {
    if (word == format.word) render_ = format.render;
    words.emplace_back(format.word);
  }
  if (render_ == nullptr)
    throw Error(Fault::usage,
                fmt::format("summary must be text, json or csv, but is {}{}",
                            surefoot::quoted(word), did_you_mean(nearest(word, words))));
}

std::string SummaryFormat::render(const Summary& summary) const {
  return (render_ == nullptr ? formats[0].render : render_)(summary);
}

}  // namespace surefoot::cli
