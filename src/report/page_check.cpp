#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/report/findings.hpp>

#include "report/page_sections.hpp"
#include "report/percent.hpp"

namespace surefoot {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string sentences(const Fit& fit) {
  std::string out;
  for (const std::string& sentence : findings(fit)) out += "<li>" + escaped(sentence) + "</li>\n";
  return out.empty() ? out : "<ul>\n" + out + "</ul>\n";
}

std::string places(const Fit& fit) {
  if (!fit.check || fit.check->places.empty()) return "";
  Rows rows{{"Place", "z", "too much", "missing"}};
  for (const WitnessPlace& place : fit.check->places) {
    const std::string share = percent(place.share) + " of the data";
    rows.push_back({fmt::format("{:.4g}", fmt::join(place.place, ", ")),
                    fmt::format("{:.1f}", place.z), place.z > 0.0 ? share : "",
                    place.z > 0.0 ? "" : share});
  }
  return "<h3>Where the model does not fit</h3>\n" + html_table(rows) +
         "<p class=\"note\">z counts by how many standard deviations the data around the place "
         "have "
         "more than the model, or less.</p>\n";
}

/// A row for each choice, with some numbers of each parameter.
std::string table_of_choices(const Fit& fit, std::vector<double> Sensitivity::*numbers) {
  Rows rows{{"Choice"}};
  for (const std::string& name : fit.draws.names) rows[0].push_back(escaped(name));
  for (const Sensitivity& s : fit.check->sensitivities) {
    rows.push_back({escaped(s.setting + ' ' + s.value)});
    for (const double number : s.*numbers)
      rows.back().push_back(std::isfinite(number) ? fmt::format("{:.2f}", number) : "–");
  }
  return html_table(rows);
}

std::string moves(const Fit& fit) {
  if (!fit.check || fit.check->sensitivities.empty()) return "";
  std::string text =
      "<h3>What other choices would change</h3>\n" + table_of_choices(fit, &Sensitivity::moves) +
      "<p class=\"note\">How far the best fit to the observations moves if one choice is made "
      "otherwise, in posterior standard deviations.</p>\n";
  if (fit.check->refit_draws > 0)
    text += fmt::format(
        "{}<p class=\"note\">How far the posterior mean moves where the whole fit is made again, "
        "by "
        "{} draws each, in posterior standard deviations.</p>\n{}<p class=\"note\">What the "
        "posterior standard deviation is multiplied by there.</p>\n",
        table_of_choices(fit, &Sensitivity::mean_moves), fit.check->refit_draws,
        table_of_choices(fit, &Sensitivity::sd_ratios));
  return text;
}

/// The observations that the model explains least, with their scores.
std::string first_rows(const Fit& fit) {
  if (!fit.scores || fit.scores->inlier.empty()) return "";
  constexpr std::size_t most = 50;
  const ObservationScores& s = *fit.scores;
  const std::size_t p = fit.draws.names.size();
  std::vector<std::size_t> order(s.inlier.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto count = std::min(order.size(), most);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return s.inlier[a] != s.inlier[b] ? s.inlier[a] < s.inlier[b] : a < b;
                    });
  Rows rows{{"Observation", "values", "inlier", "5 %", "95 %", "witness z"}};
  for (std::size_t k = 0; !s.influence.empty() && k < p; ++k)
    rows[0].push_back("moves " + escaped(fit.draws.names[k]) + " by");
  for (std::size_t r = 0; r < count; ++r) {
    const std::size_t i = order[r];
    rows.push_back({std::to_string(i + 1),
                    fmt::format("{:.5g}", fmt::join(fit.observations.row(i), ", ")),
                    fmt::format("{:.3f}", s.inlier[i]), fmt::format("{:.3f}", s.inlier_low[i]),
                    fmt::format("{:.3f}", s.inlier_high[i]),
                    s.witness.empty() ? "–" : fmt::format("{:.1f}", s.witness[i])});
    for (std::size_t k = 0; !s.influence.empty() && k < p; ++k)
      rows.back().push_back(fmt::format("{:.2g}", s.influence[i * p + k]));
  }
  return fmt::format(
      "<h3>The observations to look at first</h3>\n<details open><summary>{} of {}, those that the "
      "model explains least; a click on a heading sorts by it</summary>\n<div "
      "class=\"sortable\">\n{}</div></details>\n",
      count, order.size(), html_table(rows));
}

}  // namespace

std::string check_section(const ShownFit& shown, const Page& page) {
  const Fit& fit = *shown.fit;
  const std::string body = sentences(fit) + places(fit) + moves(fit);
  if (body.empty()) return "";
  return (page.compares() ? "<h3>" + label_of(shown, page) + "</h3>\n" : "") + body;
}

std::string observations_section(const ShownFit& shown, const Page& page) {
  const std::string body = first_rows(*shown.fit);
  return body.empty() || !page.compares() ? body
                                          : "<h3>" + label_of(shown, page) + "</h3>\n" + body;
}

}  // namespace surefoot
