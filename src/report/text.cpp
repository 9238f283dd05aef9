#include "text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/report/calibration_text.hpp>
#include <surefoot/report/text.hpp>

#include "report/csv_text.hpp"
#include "report/percent.hpp"
#include "report/table.hpp"

namespace surefoot {
namespace {

using Row = std::vector<std::string>;

Row row_of(const ParameterSummary& p) {
  const auto show = [&p](double value) { return rounded(value, p.mcse); };
  return {printable(p.name), show(p.mean), show(p.sd), show(p.mcse),
          show(p.q05),       show(p.q50),  show(p.q95)};
}

Row mixing_of(const ParameterSummary& p) {
  const auto show = [](double value, int decimals) {
    return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, decimals);
  };
  return {show(p.ess, 0), show(p.rhat, 3)};
}

std::string table(const Summary& s) {
  std::vector<Row> rows{{"parameter", "mean", "sd", "mcse", "5 %", "50 %", "95 %"}};
  for (const ParameterSummary& p : s.parameters) rows.push_back(row_of(p));
  if (s.mass) rows.push_back(row_of(*s.mass));
  if (s.chains > 0) {
    rows[0].insert(rows[0].end(), {"ess", "rhat"});
    for (std::size_t k = 0; k < s.parameters.size(); ++k)
      for (std::string& cell : mixing_of(s.parameters[k])) rows[k + 1].push_back(std::move(cell));
  }
  return aligned(rows, 1);
}

std::string count(std::size_t n, const char* thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

std::string outcome(const Summary& s) {
  if (!s.minimises) {
    std::string text = count(s.draws, "draw");
    if (s.chains > 0)
      text += fmt::format(" of {}, {:.0f} % of their moves accepted",
                          count(static_cast<std::size_t>(s.chains), "chain"), 100.0 * s.acceptance);
    if (s.failed > 0) text += fmt::format(", {} failed", s.failed);
    return text + '\n';
  }
  std::vector<std::string> words;
  std::size_t undetermined = 0, named = s.converged + s.on_edge;
  for (const auto& [status, n] : s.statuses) {
    if (n > 0) words.push_back(fmt::format("{} {}", n, to_word(status)));
    if (status == DrawStatus::undetermined) named += undetermined = n;
  }
  std::string text = fmt::format("{}: {} converged", count(s.draws, "draw"), s.converged);
  if (s.on_edge > 0) text += fmt::format(", {} on the edge of the box", s.on_edge);
  if (undetermined > 0) text += fmt::format(", {} at a place as good as others", undetermined);
  text += fmt::format(", {} failed", s.failed);
  if (named < s.draws && words.size() > 1)
    text += fmt::format(" (by status: {})", fmt::join(words, ", "));
  return text + '\n';
}

/// What the numbers above say nothing about.
std::string undetermined_line(const Summary& s) {
  if (s.undetermined.everywhere)
    return "the objective is the same in the whole box: no parameter is determined by these "
           "data\n\n";
  const std::string text = to_text(s.undetermined);
  return text.empty() ? "" : fmt::format("not determined by these data: {}\n\n", printable(text));
}

/// How well the draws were minimised.
std::string minimisation(const Summary& s) {
  std::string text;
  if (!std::isnan(s.remaining_move))
    text += fmt::format("converged draws are within {:.2g} posterior sd of their minimum",
                        s.remaining_move);
  if (s.modes.size() > 1) {
    std::vector<std::size_t> draws;
    for (const Summary::Mode& mode : s.modes) draws.push_back(mode.draws);
    text += fmt::format("{}{} modes with {} draws", text.empty() ? "" : ", ", s.modes.size(),
                        fmt::join(draws, ", "));
  }
  if (s.solved_again > 0)
    text += fmt::format("{}{} solved again from other starts, {} improved",
                        text.empty() ? "" : ", ", s.solved_again, s.improved);
  return text.empty() ? text : text + '\n';
}

/// What a prior had to say beside the data.
std::string prior_line(const Summary& s) {
  std::vector<std::string> words;
  for (std::size_t k = 0; k < s.prior_shares.size(); ++k)
    words.push_back(
        fmt::format("{} of {}", percent(s.prior_shares[k]), printable(s.parameters[k].name)));
  if (words.empty()) return "";
  return fmt::format(
      "the prior decides {}, with beta {:.4g} as what makes an observation count "
      "as one\n",
      fmt::join(words, ", "), s.data_weight);
}

/// How far a sequential method came.
std::string sequence(const Summary& s) {
  if (s.history.empty()) return "";
  const SmcStep& last = s.history.back();
  return fmt::format("{} to threshold {:.4g}, {} simulated data sets, {} distinct particles\n",
                     count(s.history.size(), "step"), last.threshold, last.simulations,
                     last.unique);
}

std::string kernel_line(const Summary& s) {
  std::string text;
  if (s.has_mmd2) {
    text = std::isnan(s.mmd2.mean) ? "mmd2 -" : fmt::format("mmd2 {:.4g}", s.mmd2.mean);
    if (!std::isnan(s.mmd2.sd)) text += fmt::format(" (sd {:.2g})", s.mmd2.sd);
  }
  if (s.has_kernel && !s.lengthscales.empty())
    text += fmt::format("{}lengthscale{} {:.4g}", text.empty() ? "" : ", ",
                        s.lengthscales.size() == 1 ? "" : "s", fmt::join(s.lengthscales, " "));
  return text.empty() ? text : text + '\n';
}

std::string effort(const Summary& s) {
  std::string text =
      fmt::format("{:.3g} seconds, {} on {}", s.seconds,
                  count(static_cast<std::size_t>(s.threads), "thread"), printable(s.device));
  if (s.simulations_per_draw > 0)
    text += fmt::format(", {} simulations per evaluation, {:.3g} simulated observations in all",
                        s.simulations_per_draw, static_cast<double>(s.simulator_calls));
  if (!s.evaluator.empty()) text += fmt::format(", evaluator {}", printable(s.evaluator));
  return text + '\n';
}

std::string findings_text(const Summary& s) {
  std::string text;
  for (const std::string& sentence : s.findings) text += printable(sentence) + '\n';
  return text;
}

}  // namespace

std::string to_text(const Summary& s) {
  std::string text;
  if (!s.alarm.empty()) text += fmt::format("WARNING: {}\n", s.alarm);
  if (s.partial)
    text += s.draws < s.requested_draws
                ? fmt::format("PARTIAL: stopped after {} of {} draws\n", s.draws, s.requested_draws)
                : "PARTIAL: stopped before the method had ended\n";
  text += fmt::format("{} by {}, {}", printable(s.model), s.method,
                      count(s.observations, "observation"));
  if (s.dimension > 1) text += fmt::format(" of dimension {}", s.dimension);
  return text + "\n\n" + table(s) + '\n' + undetermined_line(s) + outcome(s) + minimisation(s) +
         prior_line(s) + sequence(s) + kernel_line(s) + effort(s) + findings_text(s) +
         (s.calibration ? '\n' + calibration_text(*s.calibration) : "");
}

std::string to_csv(const Summary& s) {
  std::string text = "parameter,mean,sd,mcse,q025,q05,q25,q50,q75,q95,q975";
  text += s.chains > 0 ? ",ess,rhat\n" : "\n";
  const auto add = [&](const ParameterSummary& p) {
    text += csv_field(p.name);
    std::vector<double> numbers{p.mean, p.sd,  p.mcse, p.q025, p.q05,
                                p.q25,  p.q50, p.q75,  p.q95,  p.q975};
    if (s.chains > 0) numbers.insert(numbers.end(), {p.ess, p.rhat});
    for (const double v : numbers) text += ',' + (std::isnan(v) ? std::string() : csv_number(v));
    text += '\n';
  };
  for (const ParameterSummary& p : s.parameters) add(p);
  if (s.mass) add(*s.mass);
  return text;
}

}  // namespace surefoot
