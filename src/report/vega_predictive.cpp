#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/page_shell.hpp"
#include "report/predicted_bins.hpp"
#include "report/vega_columns.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

constexpr double reach = 4.0;  // of the axis, in interquartile ranges beyond the quartiles

// Both are histograms over the same bins, since a smoothed curve beside bars would differ from
// them even where the model is right.  Heights are shares of all values, those beyond the axis too.
constexpr auto histogram_spec = R"json({
  "padding": {"left": 52, "right": 12, "top": 8, "bottom": 42},
  "signals": [
    {"name": "width", "value": 600},
    {"name": "height", "update": "clamp(0.42 * width, 200, 340)"},
    {"name": "lower"}, {"name": "upper"},
    {"name": "bins"},
    {"name": "bin", "update": "(upper - lower) / bins"}
  ],
  "data": [
    {"name": "observed", "transform": [
      {"type": "joinaggregate"},
      {"type": "formula", "as": "place", "expr": "floor((datum.x1 - lower) / bin)"},
      {"type": "filter", "expr": "isValid(datum.x1) && inrange(datum.place, [0, bins - 1])"},
      {"type": "formula", "as": "outlying",
       "expr": "isValid(datum.inlier) && datum.inlier < 0.5 ? 1 : 0"},
      {"type": "aggregate", "groupby": ["place", "count"], "fields": [null, "outlying"],
       "ops": ["count", "sum"], "as": ["inside", "outliers"]},
      {"type": "formula", "as": "height", "expr": "datum.inside / datum.count / bin"},
      {"type": "formula", "as": "outside", "expr": "datum.outliers / datum.count / bin"}]},
    {"name": "middle", "values": []},
    {"name": "band", "values": []}
  ],
  "scales": [
    {"name": "x", "type": "linear", "range": "width", "zero": false,
     "domain": {"signal": "[lower, upper]"}},
    {"name": "y", "type": "linear", "range": "height", "nice": true, "zero": true, "domain":
     {"fields": [{"data": "observed", "field": "height"}, {"data": "band", "field": "high"}]}}
  ],
  "axes": [
    {"orient": "left", "scale": "y", "grid": true, "domain": false, "ticks": false,
     "tickCount": 4},
    {"orient": "bottom", "scale": "x", "title": "observation", "labelOverlap": true,
     "tickCount": {"signal": "ceil(width / 80)"}}
  ],
  "marks": [
    {"type": "rect", "from": {"data": "observed"}, "encode": {"update": {
      "x": {"scale": "x", "signal": "lower + datum.place * bin", "offset": 0.5},
      "x2": {"scale": "x", "signal": "lower + (datum.place + 1) * bin", "offset": -0.5},
      "y": {"scale": "y", "field": "height"}, "y2": {"scale": "y", "value": 0},
      "fill": {"value": "#b6bbc4"}}}},
    {"type": "rect", "from": {"data": "observed"}, "encode": {"update": {
      "x": {"scale": "x", "signal": "lower + datum.place * bin", "offset": 0.5},
      "x2": {"scale": "x", "signal": "lower + (datum.place + 1) * bin", "offset": -0.5},
      "y": {"scale": "y", "field": "outside"}, "y2": {"scale": "y", "value": 0},
      "fill": {"value": "#c0392b"}}}},
    {"type": "rect", "from": {"data": "band"}, "encode": {"update": {
      "x": {"scale": "x", "signal": "lower + datum.place * bin"},
      "x2": {"scale": "x", "signal": "lower + (datum.place + 1) * bin"},
      "y": {"scale": "y", "field": "low"}, "y2": {"scale": "y", "field": "high"},
      "fill": {"signal": "colour"}, "fillOpacity": {"value": 0.22}}}},
    {"type": "line", "from": {"data": "middle"}, "encode": {"update": {
      "x": {"scale": "x", "signal": "lower + (datum.place + 0.5) * bin"},
      "y": {"scale": "y", "field": "height"}, "interpolate": {"value": "step"},
      "stroke": {"signal": "colour"}, "strokeWidth": {"value": 2}}}}
  ]
})json";

// The axis that the observations ask for; simulated data have no say in it.
Range column_range(const ShownFit& shown, int column) {
  const Range range = robust_range(observed_column(shown, column), reach);
  return range.is_point() ? Range{range.lower - 0.5, range.upper + 0.5} : widened(range, 0.04);
}

/// The name that the data give a column, if they do.
std::string title_of(const Fit& fit, int column) {
  if (!fit.observations.names().empty()) return printable(fit.observations.label(column));
  return fit.observations.dimension() == 1 ? "observation" : fmt::format("column {}", column + 1);
}

bool whole_numbers(const ShownFit& shown, int column) {
  const auto values = observed_column(shown, column);
  return std::all_of(values.begin(), values.end(), [](double v) { return v == std::round(v); });
}

std::size_t outside(const ShownFit& shown, const std::vector<MatrixVariable>& columns) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < shown.fit->observations.size(); ++i) {
    const auto row = shown.fit->observations.row(i);
    bool inside = true;
    for (std::size_t c = 0; c < columns.size(); ++c)
      inside = inside && columns[c].range.contains(row[c]);
    count += inside ? 0 : 1;
  }
  return count;
}

std::size_t outlying(const Fit& fit) {
  if (!fit.scores) return 0;
  return static_cast<std::size_t>(std::count_if(fit.scores->inlier.begin(),
                                                fit.scores->inlier.end(),
                                                [](double inlier) { return inlier < 0.5; }));
}

/// As many bins as the cube root of the sample size asks for, by half more than Rice's rule.
int bin_count(const ShownFit& shown) {
  return static_cast<int>(
      std::clamp(std::round(3.0 * std::cbrt(shown.observations.size())), 8.0, 40.0));
}

Json histogram(const ShownFit& shown, const MatrixVariable& column) {
  Json spec = Json::parse(histogram_spec);
  const Bins bins = bins_of(observed_column(shown, 0), column.range, bin_count(shown));
  spec["signals"][2]["value"] = bins.lower;
  spec["signals"][3]["value"] = bins.upper();
  spec["signals"][4]["value"] = bins.count;
  spec["axes"][1]["title"] = column.name;
  if (shown.simulated.empty()) return spec;
  const PredictedBins predicted = predicted_bins(*shown.fit, 0, bins);
  for (std::size_t b = 0; b < predicted.mean.size(); ++b) {
    spec["data"][1]["values"].push_back(
        {{"place", b}, {"height", picture_number(predicted.mean[b])}});
    spec["data"][2]["values"].push_back({{"place", b},
                                         {"low", picture_number(predicted.low[b])},
                                         {"high", picture_number(predicted.high[b])}});
  }
  return spec;
}

Json spec_of(const ShownFit& shown, const std::vector<MatrixVariable>& columns) {
  if (columns.size() == 1) return histogram(shown, columns[0]);
  return columns_spec(columns, shown.summary.mass ? shown.summary.mass->mean : 1.0);
}

std::string caption_of(const ShownFit& shown, const std::vector<MatrixVariable>& columns) {
  const std::size_t total = shown.fit->observations.size();
  std::string text = columns.size() > 1 ? "Grey points and bars are the observations"
                                        : "Grey bars are the observations";
  if (shown.observations.size() < total)
    text += fmt::format(" ({} of {}, evenly taken)", shown.observations.size(), total);
  if (shown.simulated.empty())
    text += "; the fit kept no simulated data to compare them with.";
  else if (columns.size() > 1)
    text += "; contours and lines are data simulated from the posterior.";
  else
    text += fmt::format(
        "; the line is the mean, and the band 90 %, of data sets of {} observations, as {} that "
        "were simulated from the posterior show them.",
        total, shown.fit->predictive.index.size());
  if (shown.summary.mass)
    text += " They are drawn at the estimated mass, the share of the data that the model explains.";
  if (const std::size_t outliers = outlying(*shown.fit); outliers > 0)
    text += fmt::format(" Red are the {} that the model explains by less than half.", outliers);
  if (const std::size_t far = outside(shown, columns); far > 0)
    text += fmt::format(
        " <strong>{} of {} observations lie beyond the axes</strong>, which follow the bulk of "
        "them.",
        far, total);
  if (shown.fit->observations.dimension() > static_cast<int>(columns.size()))
    text += fmt::format(" The first {} of {} columns are shown.", columns.size(),
                        shown.fit->observations.dimension());
  return text;
}

}  // namespace

std::vector<Picture> predictive(const Page& page) {
  std::vector<Picture> pictures;
  for (const ShownFit& shown : page.fits) {
    if (shown.fit->observations.size() == 0) continue;
    std::vector<MatrixVariable> columns;
    columns.reserve(static_cast<std::size_t>(shown_columns(*shown.fit)));
    for (int c = 0; c < shown_columns(*shown.fit); ++c)
      columns.push_back({fmt::format("x{}", c + 1), title_of(*shown.fit, c), column_range(shown, c),
                         whole_numbers(shown, c)});
    Json spec = of_one_fit(spec_of(shown, columns), shown, page);
    spec["signals"].push_back({{"name", "colour"}, {"value", colour_of(shown, page)}});
    pictures.push_back(
        {page.compares() ? picture_id("predictive", shown.label) : "predictive",
         caption_of(shown, columns),
         fmt::format("The observations against data simulated from {}.", shown.label),
         std::move(spec)});
  }
  return pictures;
}

}  // namespace surefoot
