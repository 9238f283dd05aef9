#include "report/shown_fit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot {
namespace {

// Of the simulated data a page carries this many data sets, and this many observations of each:
// enough for a histogram of each and for their spread.
constexpr std::size_t most_data_sets = 40;
constexpr std::size_t most_simulated = 500;
constexpr int most_columns = 4;

std::string unique_label(std::string label, const std::vector<ShownFit>& taken) {
  const std::string wanted = label;
  const auto is_taken = [&](const ShownFit& shown) { return shown.label == label; };
  for (int count = 2; std::any_of(taken.begin(), taken.end(), is_taken); ++count)
    label = fmt::format("{} ({})", wanted, count);
  return label;
}

ShownFit show(const Fit& fit, std::string label, const HtmlOptions& options) {
  ShownFit shown{.label = std::move(label),
                 .fit = &fit,
                 .summary = summarise(fit),
                 .usable = 0,
                 .rows = {},
                 .observations = spread(fit.observations.size(), options.observations),
                 .simulated = spread(fit.predictive.index.size(), most_data_sets),
                 .simulated_observations = 0};
  const auto usable = usable_rows(fit.draws);
  if (usable.empty())
    throw Error(Fault::data,
                fit.draws.rows() == 0
                    ? fmt::format("{}: there are no draws to report", shown.label)
                    : fmt::format("{}: all {} draws failed, so there is nothing to report",
                                  shown.label, fit.draws.rows()));
  shown.usable = usable.size();
  for (const std::size_t i : spread(usable.size(), options.draws)) shown.rows.push_back(usable[i]);
  const auto kept = static_cast<std::size_t>(std::max(fit.predictive.observations, 0));
  const auto columns = static_cast<std::size_t>(std::max(shown_columns(fit), 1));
  const auto width = static_cast<std::size_t>(fit.observations.dimension());
  if (fit.predictive.values.size() != fit.predictive.index.size() * kept * width)
    shown.simulated.clear();  // of other observations than these
  // Of one column the bins are counted here; several are drawn from some of the values.
  shown.simulated_observations = columns == 1 ? 0 : std::min(kept, most_simulated / columns);
  return shown;
}

bool has(const Fit& fit, const std::string& parameter) {
  const auto& names = fit.draws.names;
  return std::find(names.begin(), names.end(), parameter) != names.end();
}

}  // namespace

int shown_columns(const Fit& fit) { return std::min(fit.observations.dimension(), most_columns); }

std::vector<std::size_t> spread(std::size_t total, std::size_t count) {
  count = std::min(count, total);
  std::vector<std::size_t> rows(count);
  for (std::size_t i = 0; i < count; ++i) rows[i] = i * total / count;
  return rows;
}

Page make_page(std::span<const Fit> fits, const HtmlOptions& options) {
  if (fits.empty() || fits.size() > most_fits_of_a_page)
    throw Error(Fault::usage, fmt::format("a report is of 1 to {} fits, but there are {}",
                                          most_fits_of_a_page, fits.size()));
  Page page;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const Fit& fit = fits[i];
    std::string label = i < options.labels.size()
                            ? options.labels[i]
                            : fmt::format("{} by {}", fit.model, to_word(fit.settings.method));
    page.fits.push_back(show(fit, unique_label(printable(label), page.fits), options));
  }
  for (const std::string& name : fits.front().draws.names)
    if (std::all_of(fits.begin(), fits.end(), [&](const Fit& fit) { return has(fit, name); }))
      page.parameters.push_back(name);
  if (page.parameters.empty())
    throw Error(Fault::data, "these fits have no parameter in common, so they cannot be compared");
  return page;
}

std::vector<double> values_of(const ShownFit& shown, const std::string& parameter) {
  const Draws& draws = shown.fit->draws;
  const auto k = static_cast<std::size_t>(
      std::find(draws.names.begin(), draws.names.end(), parameter) - draws.names.begin());
  std::vector<double> values;
  for (const std::size_t r : shown.rows) values.push_back(draws.row(r)[k]);
  return values;
}

std::vector<double> observed_column(const ShownFit& shown, int column) {
  std::vector<double> values;
  for (std::size_t i = 0; i < shown.fit->observations.size(); ++i)
    values.push_back(shown.fit->observations(i, column));
  return values;
}

Range robust_range(std::vector<double> values, double reach) {
  if (values.empty()) return {0.0, 0.0};
  std::sort(values.begin(), values.end());
  const double lower = values[values.size() / 4], upper = values[3 * values.size() / 4];
  const double fence = reach * (upper - lower);
  // Without a middle half there is no scale to judge by.
  if (!(fence > 0.0)) return {values.front(), values.back()};
  return {*std::lower_bound(values.begin(), values.end(), lower - fence),
          *std::prev(std::upper_bound(values.begin(), values.end(), upper + fence))};
}

Range joined(const Range& a, const Range& b) {
  return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}

Range widened(const Range& range, double share) {
  const double air = share * (range.upper - range.lower);
  return {range.lower - air, range.upper + air};
}

}  // namespace surefoot
