#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/report/calibration_text.hpp>

#include "report/table.hpp"
#include "text.hpp"

namespace surefoot {
std::string calibration_text(const Calibration& c) {
  const std::string interval = fmt::format("{:.3g} % interval", 100.0 * c.level);
  std::vector<std::vector<std::string>> rows{
      {"parameter", "coverage", "se", "bias", "se", "factor", interval, ""}};
  std::vector<std::string> corrected;
  for (const CalibratedParameter& p : c.parameters) {
    const bool off = p.is_off(c.level);
    rows.push_back({printable(p.name), fmt::format("{:.3f}", p.coverage),
                    fmt::format("{:.3f}", p.coverage_error), rounded(p.bias, p.bias_error),
                    rounded(p.bias_error, p.bias_error), fmt::format("{:.2f}", p.factor),
                    fmt::format("{:.5g} to {:.5g}", p.lower, p.upper), off ? "corrected" : ""});
    if (off) corrected.push_back(printable(p.name));
  }
  std::string text = fmt::format(
      "Repeated sampling at the best fit: {} data sets, {} draws each, {:.2g} % of their rows put "
      "back from what the model does not explain\n\n",
      c.datasets, c.draws, 100.0 * c.outliers);
  text += aligned(rows, 1) + '\n';
  if (corrected.empty())
    return text + "no interval is off by more than two standard errors, so none is corrected\n";
  return text +
         fmt::format("intervals of {} cover too rarely or too often: corrected by the factor\n",
                     fmt::join(corrected, ", "));
}

}  // namespace surefoot
