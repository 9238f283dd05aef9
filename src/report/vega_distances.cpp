#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/page_sections.hpp"
#include "report/picture.hpp"

namespace surefoot {
namespace {

constexpr auto distance_spec = R"json({
  "padding": {"left": 74, "right": 12, "top": 8, "bottom": 42},
  "signals": [
    {"name": "width", "value": 500},
    {"name": "height", "update": "clamp(0.35 * width, 150, 220)"}
  ],
  "data": [
    {"name": "draws", "transform": [{"type": "filter", "expr": "isValid(datum.mmd2)"}]},
    {"name": "middle", "source": "draws", "transform": [
      {"type": "aggregate", "fields": ["mmd2"], "ops": ["median"], "as": ["median"]}]}
  ],
  "scales": [
    {"name": "x", "type": "linear", "range": "width", "zero": false,
     "domain": {"data": "draws", "field": "draw"}},
    {"name": "y", "type": "linear", "range": "height", "zero": false, "nice": true,
     "domain": {"data": "draws", "field": "mmd2"}},
    {"name": "shape", "type": "ordinal", "domain": ["converged", "box-edge", "step-limit", "undetermined"],
     "range": ["circle", "square", "triangle-up", "diamond"]}
  ],
  "axes": [
    {"orient": "left", "scale": "y", "grid": true, "domain": false, "ticks": false,
     "tickCount": 4, "labelLimit": 56, "title": "MMD²", "titleX": -58},
    {"orient": "bottom", "scale": "x", "title": "draw", "labelOverlap": true,
     "tickCount": {"signal": "ceil(width / 80)"}}
  ],
  "marks": [
    {"type": "symbol", "from": {"data": "draws"}, "encode": {"update": {
      "x": {"scale": "x", "field": "draw"}, "y": {"scale": "y", "field": "mmd2"},
      "shape": {"scale": "shape", "field": "status"}, "size": {"value": 14},
      "fill": [{"test": "datum.status === 'converged'", "scale": "colour", "field": "fit"},
               {"value": "#1d2127"}],
      "fillOpacity": {"value": 0.45}}}},
    {"type": "rule", "from": {"data": "middle"}, "encode": {"update": {
      "x": {"value": 0}, "x2": {"signal": "width"}, "y": {"scale": "y", "field": "median"},
      "stroke": {"value": "#1d2127"}, "strokeDash": {"value": [4, 3]}}}}
  ]
})json";

bool has_distances(const ShownFit& shown) {
  return std::any_of(shown.rows.begin(), shown.rows.end(), [&](std::size_t r) {
    const double mmd2 = shown.fit->draws.info[r].mmd2;
    return std::isfinite(mmd2) && mmd2 != 0.0;  // 0 in a method that has none
  });
}

}  // namespace

std::vector<Picture> distances(const Page& page) {
  std::vector<Picture> pictures;
  for (const ShownFit& shown : page.fits)
    if (has_distances(shown))
      pictures.push_back({page.compares() ? picture_id("mmd", shown.label) : "mmd",
                          page.compares() ? label_of(shown, page) : "",
                          fmt::format("Squared MMD of each draw of {}.", shown.label),
                          of_one_fit(Json::parse(distance_spec), shown, page)});
  return pictures;
}

}  // namespace surefoot
