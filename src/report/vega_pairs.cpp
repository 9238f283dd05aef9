#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/vega_matrix.hpp"

namespace surefoot {
namespace {

constexpr std::size_t most_variables = 7;

constexpr auto density_panel = R"json({
  "data": [{"name": "density", "source": "draws", "transform": [
    {"type": "kde", "groupby": ["fit"], "steps": 100}]}],
  "marks": [{"type": "group",
    "from": {"facet": {"name": "curve", "data": "density", "groupby": "fit"}},
    "marks": [{"type": "area", "from": {"data": "curve"}, "clip": true, "encode": {"update": {
      "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
      "y2": {"scale": "y", "value": 0}, "fill": {"scale": "colour", "field": "fit"},
      "fillOpacity": {"value": 0.15}, "stroke": {"scale": "colour", "field": "fit"},
      "strokeWidth": {"value": 1.2}}}}]}]
})json";

constexpr auto contour_panel = R"json({
  "data": [{"name": "contours", "source": "draws", "transform": [
    {"type": "kde2d", "groupby": ["fit"], "cellSize": 3,
     "size": [{"signal": "side"}, {"signal": "side"}]},
    {"type": "isocontour", "field": "grid", "resolve": "independent", "levels": 6}]}],
  "marks": [{"type": "path", "from": {"data": "contours"}, "clip": true, "encode": {"update": {
      "stroke": {"scale": "colour", "field": "fit"}, "strokeWidth": {"value": 1},
      "fill": {"scale": "colour", "field": "fit"}}},
    "transform": [{"type": "geopath", "field": "datum.contour"}]}]
})json";

Panel curve_panel(const MatrixVariable& variable) {
  const Json parts = Json::parse(density_panel);
  Panel panel{parts["data"], parts["marks"]};
  Json& kde = panel.data[0]["transform"][0];
  kde["field"] = variable.field;
  kde["extent"] = {variable.range.lower, variable.range.upper};
  // The density has a scale of its own inside the panel of its variable.
  panel.marks[0]["scales"] = {{{"name", "y"},
                               {"domain", {{"data", "density"}, {"field", "density"}}},
                               {"range", {{{"signal", "side"}}, {{"signal", "0.08 * side"}}}}}};
  panel.marks[0]["encode"] = {
      {"update", {{"width", {{"signal", "side"}}}, {"height", {{"signal", "side"}}}}}};
  return panel;
}

Panel contours(const MatrixVariable& x, const MatrixVariable& y, bool compares) {
  const Json parts = Json::parse(contour_panel);
  Panel panel{parts["data"], parts["marks"]};
  Json& kde = panel.data[0]["transform"][0];
  kde["x"] = {{"expr", fmt::format("scale('x', datum.{})", x.field)}};
  kde["y"] = {{"expr", fmt::format("scale('y', datum.{})", y.field)}};
  // Fills of several fits would hide each other.
  panel.marks[0]["encode"]["update"]["fillOpacity"] = {{"value", compares ? 0.03 : 0.11}};
  return panel;
}

}  // namespace

std::vector<Picture> pairs(const Page& page) {
  std::vector<MatrixVariable> variables;
  std::vector<std::string> names;
  const auto varying = varying_parameters(page);
  for (const std::size_t k : varying) {
    if (variables.size() == most_variables) break;
    names.push_back(page.parameters[k]);
    variables.push_back(
        {fmt::format("p{}", k + 1), names.back(), parameter_range(page, names.back())});
  }
  if (variables.size() < 2) return {};
  std::string caption =
      "Each panel is the joint density of two parameters, with contours at equal steps of it; on "
      "the diagonal is each alone.";
  if (varying.size() > most_variables)
    caption +=
        fmt::format(" The first {} of {} parameters are shown.", most_variables, varying.size());
  Json data = {{{"name", "draws"}}};
  Json spec = matrix_spec(variables, data, curve_panel,
                          [&](const MatrixVariable& x, const MatrixVariable& y) {
                            return contours(x, y, page.compares());
                          });
  return {{"pairs", caption,
           fmt::format("Matrix of joint posterior densities of {}.", fmt::join(names, ", ")),
           with_colours(std::move(spec), page)}};
}

}  // namespace surefoot
