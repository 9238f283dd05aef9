#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/report/check_text.hpp>
#include <surefoot/report/findings.hpp>

#include "report/percent.hpp"
#include "report/table.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string edges(const Draws& draws) {
  const auto on_edge =
      std::count_if(draws.info.begin(), draws.info.end(),
                    [](const DrawInfo& info) { return info.status == DrawStatus::box_edge; });
  if (on_edge == 0) return "";
  return fmt::format("{} of {} draws lie on an edge of the box\n", on_edge, draws.rows());
}

std::string places(const std::vector<WitnessPlace>& list) {
  if (list.empty()) return "";
  Rows rows{{"place", "z", "of the data"}};
  for (const WitnessPlace& place : list)
    rows.push_back(
        {fmt::format("{:.4g}", fmt::join(place.place, ", ")), fmt::format("{:.1f}", place.z),
         fmt::format("{} {}", percent(place.share), place.z > 0.0 ? "too much" : "missing")});
  return "\nWhere the model does not fit:\n\n" + aligned(rows, 1);
}

/// A row for each choice, with some numbers of each parameter.
std::string choices(const Fit& fit, std::vector<double> Sensitivity::*numbers) {
  Rows rows{{"choice"}};
  for (const std::string& name : fit.draws.names) rows[0].push_back(printable(name));
  for (const Sensitivity& s : fit.check->sensitivities) {
    rows.push_back({s.setting + ' ' + s.value});
    for (const double number : s.*numbers)
      rows.back().push_back(std::isfinite(number) ? fmt::format("{:.2f}", number) : "-");
  }
  return aligned(rows, 1);
}

std::string choices(const Fit& fit) {
  const ModelCheck& check = *fit.check;
  if (check.sensitivities.empty()) return "";
  std::string text = "\nHow far the best fit would move by other choices, in posterior sd:\n\n" +
                     choices(fit, &Sensitivity::moves);
  if (check.refit_draws > 0)
    text += fmt::format(
        "\nHow far the posterior mean moves where the whole fit is made again, by {} draws each, "
        "in "
        "posterior sd:\n\n{}\nWhat the posterior sd is multiplied by there:\n\n{}",
        check.refit_draws, choices(fit, &Sensitivity::mean_moves),
        choices(fit, &Sensitivity::sd_ratios));
  return text;
}

}  // namespace

std::string check_text(const Fit& fit, double tolerance) {
  std::string text;
  for (const std::string& sentence : findings(fit, tolerance)) text += printable(sentence) + '\n';
  text += edges(fit.draws);
  if (fit.check) text += places(fit.check->places) + choices(fit);
  return text;
}

}  // namespace surefoot
