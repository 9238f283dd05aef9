#include "report/vega_columns.hpp"

#include <fmt/format.h>

#include "report/predicted_bins.hpp"

namespace surefoot {
namespace {

constexpr auto column_panel = R"json({
  "data": [
    {"name": "bars", "source": "observed", "transform": [
      {"type": "joinaggregate"},
      {"type": "bin", "nice": false},
      {"type": "aggregate", "groupby": ["bin0", "bin1", "count"], "as": ["inside"]},
      {"type": "formula", "as": "height",
       "expr": "datum.inside / datum.count / (datum.bin1 - datum.bin0)"}]},
    {"name": "steps", "source": "predictive", "transform": [
      {"type": "joinaggregate"},
      {"type": "bin", "nice": false},
      {"type": "aggregate", "groupby": ["bin0", "bin1", "count"], "as": ["inside"]},
      {"type": "formula", "as": "height",
       "expr": "datum.inside / datum.count / (datum.bin1 - datum.bin0)"},
      {"type": "collect", "sort": {"field": "bin0"}}]}
  ],
  "scales": [{"name": "y", "range": [{"signal": "side"}, {"signal": "0.06 * side"}], "domain":
    {"fields": [{"data": "bars", "field": "height"}, {"data": "steps", "field": "height"}]}}],
  "marks": [
    {"type": "rect", "from": {"data": "bars"}, "clip": true, "encode": {"update": {
      "x": {"scale": "x", "field": "bin0"}, "x2": {"scale": "x", "field": "bin1"},
      "y": {"scale": "y", "field": "height"}, "y2": {"scale": "y", "value": 0},
      "fill": {"value": "#c3c8d0"}}}},
    {"type": "line", "from": {"data": "steps"}, "clip": true, "encode": {"update": {
      "x": {"scale": "x", "signal": "(datum.bin0 + datum.bin1) / 2"},
      "y": {"scale": "y", "field": "height"}, "interpolate": {"value": "step"},
      "stroke": {"signal": "colour"}, "strokeWidth": {"value": 1.5}}}}
  ]
})json";

constexpr auto columns_panel = R"json({
  "data": [{"name": "contours", "source": "predictive", "transform": [
    {"type": "kde2d", "cellSize": 3, "size": [{"signal": "side"}, {"signal": "side"}]},
    {"type": "isocontour", "field": "grid", "levels": 5}]}],
  "marks": [
    {"type": "symbol", "from": {"data": "observed"}, "clip": true, "encode": {"update": {
      "size": {"signal": "side < 100 ? 3 : 10"}, "fill": {"signal":
        "isValid(datum.inlier) && datum.inlier < 0.5 ? '#c0392b' : '#3b414a'"},
      "fillOpacity": {"value": 0.5}}}},
    {"type": "path", "from": {"data": "contours"}, "clip": true, "encode": {"update": {
      "stroke": {"signal": "colour"}, "strokeWidth": {"value": 1.2}}},
      "transform": [{"type": "geopath", "field": "datum.contour"}]}]
})json";

// A simulated value that is not finite reaches the page as null, which would count as 0.
std::string is_inside(const MatrixVariable& column) {
  return fmt::format("isValid(datum.{0}) && inrange(datum.{0}, [{1}, {2}])", column.field,
                     column.range.lower, column.range.upper);
}

constexpr int panel_bins = 30;

/// Bins that hold as many whole numbers each.
void bin_whole_numbers(Json& transform, const Range& range) {
  const Bins bins = bins_of({}, range, panel_bins);
  transform["step"] = bins.width;
  transform["extent"] = {bins.lower, bins.upper()};
}

Panel column_alone(const MatrixVariable& column, double mass) {
  const Json parts = Json::parse(column_panel);
  Panel panel{parts["data"], Json::array()};
  for (Json& data : panel.data) {
    data["transform"][1]["field"] = column.field;
    data["transform"][1]["maxbins"] = panel_bins;
    data["transform"][1]["extent"] = {column.range.lower, column.range.upper};
    if (column.whole) bin_whole_numbers(data["transform"][1], column.range);
    const Json filter = {{"type", "filter"}, {"expr", is_inside(column)}};
    data["transform"].insert(data["transform"].begin() + 1, filter);
  }
  panel.data[1]["transform"][4]["expr"] =
      fmt::format("{} * datum.inside / datum.count / (datum.bin1 - datum.bin0)", mass);
  const Json size = {{"signal", "side"}};
  panel.marks.push_back({{"type", "group"},
                         {"encode", {{"update", {{"width", size}, {"height", size}}}}},
                         {"scales", parts["scales"]},
                         {"marks", parts["marks"]}});
  return panel;
}

Panel two_columns(const MatrixVariable& x, const MatrixVariable& y) {
  const Json parts = Json::parse(columns_panel);
  Panel panel{parts["data"], parts["marks"]};
  Json& transform = panel.data[0]["transform"];
  transform[0]["x"] = {{"expr", fmt::format("scale('x', datum.{})", x.field)}};
  transform[0]["y"] = {{"expr", fmt::format("scale('y', datum.{})", y.field)}};
  const Json filter = {{"type", "filter"}, {"expr", is_inside(x) + " && " + is_inside(y)}};
  transform.insert(transform.begin(), filter);
  Json& update = panel.marks[0]["encode"]["update"];
  update["x"] = {{"scale", "x"}, {"field", x.field}};
  update["y"] = {{"scale", "y"}, {"field", y.field}};
  return panel;
}

}  // namespace

Json columns_spec(const std::vector<MatrixVariable>& columns, double mass) {
  return matrix_spec(
      columns, {{{"name", "observed"}}, {{"name", "predictive"}}},
      [mass](const MatrixVariable& column) { return column_alone(column, mass); }, two_columns);
}

}  // namespace surefoot
