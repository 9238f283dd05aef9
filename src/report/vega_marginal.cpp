#include <algorithm>

#include <fmt/format.h>

#include "report/picture.hpp"

namespace surefoot {
namespace {

// Lanes for the intervals lie below the density, one a fit.
constexpr auto density_spec = R"json({
  "padding": {"left": 10, "right": 10, "top": 4, "bottom": 38},
  "signals": [
    {"name": "width", "value": 300},
    {"name": "lanes", "value": 12},
    {"name": "height", "update": "120 + lanes"}
  ],
  "data": [
    {"name": "draws", "transform": [{"type": "project", "as": ["fit", "value"]},
                                    {"type": "filter", "expr": "isValid(datum.value)"}]},
    {"name": "density", "source": "draws", "transform": [
      {"type": "kde", "field": "value", "groupby": ["fit"], "steps": 200}]},
    {"name": "intervals"},
    {"name": "inside", "source": "density", "transform": [
      {"type": "lookup", "from": "intervals", "key": "fit", "fields": ["fit"],
       "values": ["q05", "q95"]},
      {"type": "filter", "expr": "datum.q05 <= datum.value && datum.value <= datum.q95"}]}
  ],
  "scales": [
    {"name": "x", "type": "linear", "range": "width", "zero": false},
    {"name": "y", "type": "linear", "domain": {"data": "density", "field": "density"},
     "range": [{"signal": "height - lanes - 5"}, 0], "zero": true},
    {"name": "lane", "type": "point", "domain": {"data": "intervals", "field": "fit"},
     "range": [{"signal": "height - lanes"}, {"signal": "height"}], "padding": 0.5}
  ],
  "axes": [{"orient": "bottom", "scale": "x", "offset": 3, "titlePadding": 4,
            "tickCount": {"signal": "ceil(width / 70)"}, "labelOverlap": true,
            "labelFlush": true}],
  "marks": [
    {"type": "group", "from": {"facet": {"name": "curve", "data": "density", "groupby": "fit"}},
     "marks": [
      {"type": "area", "from": {"data": "curve"}, "encode": {"update": {
        "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
        "y2": {"scale": "y", "value": 0}, "fill": {"scale": "colour", "field": "fit"},
        "fillOpacity": {"value": 0.12}}}},
      {"type": "line", "from": {"data": "curve"}, "encode": {"update": {
        "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
        "stroke": {"scale": "colour", "field": "fit"}, "strokeWidth": {"value": 1.5}}}}]},
    {"type": "group", "from": {"facet": {"name": "part", "data": "inside", "groupby": "fit"}},
     "marks": [
      {"type": "area", "from": {"data": "part"}, "encode": {"update": {
        "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
        "y2": {"scale": "y", "value": 0}, "fill": {"scale": "colour", "field": "fit"},
        "fillOpacity": {"value": 0.16}}}}]},
    {"type": "rule", "from": {"data": "intervals"}, "clip": true, "encode": {"update": {
      "x": {"scale": "x", "field": "q05"}, "x2": {"scale": "x", "field": "q95"},
      "y": {"scale": "lane", "field": "fit"}, "stroke": {"scale": "colour", "field": "fit"},
      "strokeWidth": {"value": 2.5}, "strokeCap": {"value": "round"}}}},
    {"type": "symbol", "from": {"data": "intervals"}, "clip": true, "encode": {"update": {
      "x": {"scale": "x", "field": "q50"}, "y": {"scale": "lane", "field": "fit"},
      "size": {"value": 46}, "fill": {"value": "white"}, "strokeWidth": {"value": 2},
      "stroke": {"scale": "colour", "field": "fit"}}}}
  ]
})json";

struct Interval90 {
  std::string fit;
  ParameterSummary numbers;
};

Picture density(const Page& page, const std::string& field, const std::string& name, Range range,
                const std::vector<Interval90>& intervals) {
  Json spec = Json::parse(density_spec);
  spec["signals"][1]["value"] = 12 * intervals.size();
  spec["data"][0]["transform"][0]["fields"] = {"fit", field};
  spec["data"][1]["transform"][0]["extent"] = {range.lower, range.upper};
  spec["scales"][0]["domain"] = {range.lower, range.upper};
  spec["axes"][0]["title"] = name;
  std::string description = fmt::format("Posterior density of {}.", name);
  for (const auto& [fit, p] : intervals) {
    spec["data"][2]["values"].push_back(
        {{"fit", fit}, {"q05", p.q05}, {"q50", p.q50}, {"q95", p.q95}});
    description += fmt::format(" {}median {}, 90 % interval {} to {}.",
                               page.compares() ? fit + ": " : "", meaningful(p.q50, p.mcse),
                               meaningful(p.q05, p.mcse), meaningful(p.q95, p.mcse));
  }
  return {picture_id("marginal", name), "", description, with_colours(std::move(spec), page)};
}

const ParameterSummary& summary_of(const ShownFit& shown, const std::string& parameter) {
  const auto& list = shown.summary.parameters;
  std::size_t k = 0;
  while (list[k].name != parameter) ++k;
  return list[k];
}

}  // namespace

std::vector<Picture> marginals(const Page& page) {
  std::vector<Picture> pictures;
  for (const std::size_t k : varying_parameters(page)) {
    const std::string& name = page.parameters[k];
    std::vector<Interval90> intervals;
    for (const ShownFit& shown : page.fits)
      intervals.push_back({shown.label, summary_of(shown, name)});
    pictures.push_back(
        density(page, fmt::format("p{}", k + 1), name, parameter_range(page, name), intervals));
  }
  return pictures;
}

std::vector<Picture> masses(const Page& page) {
  std::vector<Interval90> intervals;
  std::vector<double> values;
  for (const ShownFit& shown : page.fits) {
    if (!shown.summary.mass) continue;
    intervals.push_back({shown.label, *shown.summary.mass});
    for (const std::size_t r : shown.rows) values.push_back(shown.fit->draws.info[r].mass);
  }
  const Range wide = widened(robust_range(values, 5.0), 0.15);
  const Range range{std::max(wide.lower, 0.0), std::min(wide.upper, 1.0)};
  if (intervals.empty() || range.is_point()) return {};
  Picture picture = density(page, "mass", "mass", range, intervals);
  picture.id = "mass";
  return {picture};
}

}  // namespace surefoot
