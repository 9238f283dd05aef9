#include <algorithm>

#include "report/picture.hpp"

namespace surefoot {
namespace {

constexpr auto history_spec = R"json({
  "padding": {"left": 74, "right": 14, "top": 8, "bottom": 42},
  "signals": [
    {"name": "width", "value": 500},
    {"name": "height", "update": "clamp(0.35 * width, 150, 240)"}
  ],
  "data": [{"name": "history", "transform": [
    {"type": "filter", "expr": "datum.threshold > 0 && datum.simulations > 0"}]}],
  "scales": [
    {"name": "x", "type": "log", "range": "width",
     "domain": {"data": "history", "field": "simulations"}},
    {"name": "y", "type": "log", "range": "height", "nice": true,
     "domain": {"data": "history", "field": "threshold"}}
  ],
  "axes": [
    {"orient": "left", "scale": "y", "grid": true, "domain": false, "ticks": false,
     "tickCount": 4, "labelLimit": 56, "labelOverlap": true, "title": "threshold", "titleX": -58},
    {"orient": "bottom", "scale": "x", "title": "data sets simulated", "labelOverlap": true,
     "tickCount": {"signal": "ceil(width / 90)"}, "format": "~s"}
  ],
  "marks": [
    {"type": "group", "from": {"facet": {"name": "path", "data": "history", "groupby": "fit"}},
     "marks": [
      {"type": "line", "from": {"data": "path"}, "encode": {"update": {
        "x": {"scale": "x", "field": "simulations"}, "y": {"scale": "y", "field": "threshold"},
        "stroke": {"scale": "colour", "field": "fit"}, "strokeWidth": {"value": 1.5}}}},
      {"type": "symbol", "from": {"data": "path"}, "encode": {"update": {
        "x": {"scale": "x", "field": "simulations"}, "y": {"scale": "y", "field": "threshold"},
        "fill": {"scale": "colour", "field": "fit"}, "size": {"value": 18}}}}]}
  ]
})json";

}  // namespace

std::vector<Picture> histories(const Page& page) {
  const bool any = std::any_of(page.fits.begin(), page.fits.end(),
                               [](const ShownFit& shown) { return !shown.fit->history.empty(); });
  if (!any) return {};
  return {{"thresholds",
           "The distance below which simulated data sets are accepted, step by step, against what "
           "it took.",
           "Threshold of the sequential method against the data sets simulated until then.",
           with_colours(Json::parse(history_spec), page)}};
}

}  // namespace surefoot
