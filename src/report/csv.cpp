#include <functional>

#include <fmt/format.h>

#include <surefoot/draws/draw_statistics.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/csv.hpp>

#include "report/csv_text.hpp"

namespace surefoot {
namespace {

std::string header(const Fit& fit) {
  std::string text;
  if (fit.partial)
    text +=
        fmt::format("# partial: {} of {} draws\n", fit.draws.rows(), fit.settings.draws.value());
  text += "draw";
  for (const std::string& name : fit.draws.names) text += ',' + csv_field(name);
  for_each_statistic(fit.settings.mass == Mass::free,
                     [&](const auto& statistic) { text += fmt::format(",{}", statistic.name); });
  return text + '\n';
}

std::string field(double value) { return csv_number(value); }
std::string field(DrawStatus status) { return std::string(to_word(status)); }
template <class Value>
std::string field(Value value) {
  return fmt::format("{}", value);
}

}  // namespace

void write_draws_csv(const Fit& fit, const std::filesystem::path& path) {
  std::string text = header(fit);
  for (std::size_t r = 0; r < fit.draws.rows(); ++r) {
    text += std::to_string(fit.draws.index[r]);
    for (const double value : fit.draws.row(r)) text += ',' + csv_number(value);
    for_each_statistic(fit.settings.mass == Mass::free, [&](const auto& statistic) {
      text += ',' + field(std::invoke(statistic.member, fit.draws.info[r]));
    });
    text += '\n';
  }
  write_atomically(path, text);
}

}  // namespace surefoot
