#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <surefoot/report/comparison.hpp>
#include <surefoot/report/text.hpp>

#include "report/csv_text.hpp"
#include "report/table.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// Calls visit(parameter, fit) for each parameter, and within it each method.
template <class Visit>
void for_each_cell(std::span<const Summary> fits, Visit&& visit) {
  if (fits.empty()) return;
  for (std::size_t k = 0; k < fits.front().parameters.size(); ++k)
    for (const Summary& fit : fits) visit(fit.parameters[k], fit);
}

std::vector<std::string> cost_row(const Summary& s) {
  std::string outcome =
      s.partial ? fmt::format("{} of {}", s.draws, s.requested_draws) : fmt::format("{}", s.draws);
  if (s.failed > 0) outcome += fmt::format(" ({} failed)", s.failed);
  return {s.method, outcome, fmt::format("{:.3g}", s.seconds),
          s.simulator_calls == 0 ? "-" : fmt::format("{:.3g}", double(s.simulator_calls))};
}

}  // namespace

std::string comparison_text(std::span<const Summary> fits) {
  if (fits.empty()) return "";
  const Summary& first = fits.front();
  std::string text = fmt::format("{}, {} observation{}", printable(first.model), first.observations,
                                 first.observations == 1 ? "" : "s");
  if (first.dimension > 1) text += fmt::format(" of dimension {}", first.dimension);
  std::vector<std::vector<std::string>> rows{
      {"parameter", "method", "mean", "sd", "5 %", "50 %", "95 %"}};
  std::string last;
  for_each_cell(fits, [&](const ParameterSummary& p, const Summary& fit) {
    const auto show = [&p](double value) { return rounded(value, p.mcse); };
    rows.push_back({p.name == last ? "" : printable(p.name), fit.method, show(p.mean), show(p.sd),
                    show(p.q05), show(p.q50), show(p.q95)});
    last = p.name;
  });
  std::vector<std::vector<std::string>> costs{
      {"method", "draws", "seconds", "simulated observations"}};
  for (const Summary& fit : fits) costs.push_back(cost_row(fit));
  text += "\n\n" + aligned(rows, 2) + '\n' + aligned(costs, 1);
  for (const Summary& fit : fits)
    if (!fit.alarm.empty()) text += fmt::format("WARNING: {}: {}\n", fit.method, fit.alarm);
  return text;
}

std::string comparison_csv(std::span<const Summary> fits) {
  std::string text =
      "parameter,method,mean,sd,mcse,q05,q50,q95,draws,failed,seconds,simulator_calls\n";
  for_each_cell(fits, [&](const ParameterSummary& p, const Summary& fit) {
    text += csv_field(p.name) + ',' + fit.method;
    for (const double v : {p.mean, p.sd, p.mcse, p.q05, p.q50, p.q95})
      text += ',' + (std::isnan(v) ? std::string() : csv_number(v));
    text += fmt::format(",{},{},{},{}\n", fit.draws, fit.failed, csv_number(fit.seconds),
                        fit.simulator_calls);
  });
  return text;
}

std::string comparison_json(std::span<const Summary> fits) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Summary& fit : fits) list.push_back(Json::parse(to_json(fit)));
  return Json{{"fits", list}}.dump(2);
}

}  // namespace surefoot
