#include <fmt/format.h>

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
  text += ",objective,mmd2,gradient_norm,remaining_move,evaluations,simulator_calls,mode";
  if (fit.settings.mass == Mass::free) text += ",mass";
  return text + ",converged,solved_again,improved,status\n";
}

}  // namespace

void write_draws_csv(const Fit& fit, const std::filesystem::path& path) {
  std::string text = header(fit);
  for (std::size_t r = 0; r < fit.draws.rows(); ++r) {
    const DrawInfo& info = fit.draws.info[r];
    text += std::to_string(fit.draws.index[r]);
    for (const double value : fit.draws.row(r)) text += ',' + csv_number(value);
    text += fmt::format(",{},{},{},{},{},{},{}", csv_number(info.objective), csv_number(info.mmd2),
                        csv_number(info.gradient_norm), csv_number(info.remaining_move),
                        info.evaluations, info.simulator_calls, info.mode);
    if (fit.settings.mass == Mass::free) text += ',' + csv_number(info.mass);
    text += fmt::format(",{},{},{},{}\n", is_converged(info.status), info.resolved, info.improved,
                        to_word(info.status));
  }
  write_atomically(path, text);
}

}  // namespace surefoot
