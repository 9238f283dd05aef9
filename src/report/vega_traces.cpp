#include <fmt/format.h>

#include "report/picture.hpp"

namespace surefoot {
namespace {

constexpr auto trace_spec = R"json({
  "padding": {"left": 54, "right": 10, "top": 6, "bottom": 38},
  "signals": [{"name": "width", "value": 300}, {"name": "height", "value": 110}],
  "data": [{"name": "draws", "transform": [
    {"type": "project", "as": ["fit", "chain", "step", "value"]}]}],
  "scales": [
    {"name": "x", "type": "linear", "range": "width", "zero": false,
     "domain": {"data": "draws", "field": "step"}},
    {"name": "y", "type": "linear", "range": "height", "zero": false, "nice": true,
     "domain": {"data": "draws", "field": "value"}},
    {"name": "chains", "type": "ordinal", "domain": {"data": "draws", "field": "chain"},
     "range": ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]}
  ],
  "axes": [
    {"orient": "left", "scale": "y", "tickCount": 3, "domain": false, "ticks": false,
     "grid": true, "labelLimit": 44},
    {"orient": "bottom", "scale": "x", "labelOverlap": true, "titlePadding": 4,
     "tickCount": {"signal": "ceil(width / 80)"}}
  ],
  "marks": [
    {"type": "group", "from": {"facet": {"name": "path", "data": "draws", "groupby": "chain"}},
     "marks": [{"type": "line", "from": {"data": "path"}, "encode": {"update": {
       "x": {"scale": "x", "field": "step"}, "y": {"scale": "y", "field": "value"},
       "stroke": {"scale": "chains", "field": "chain"}, "strokeWidth": {"value": 0.9},
       "strokeOpacity": {"value": 0.75}}}}]}
  ]
})json";

}  // namespace

std::vector<Picture> traces(const Page& page) {
  std::vector<Picture> pictures;
  for (const ShownFit& shown : page.fits) {
    if (shown.fit->chains < 1) continue;
    for (const std::size_t k : varying_parameters(page)) {
      const std::string& name = page.parameters[k];
      const std::string title = page.compares() ? fmt::format("{}, {}", name, shown.label) : name;
      Json spec = Json::parse(trace_spec);
      spec["data"][0]["transform"][0]["fields"] = {"fit", "chain", "step",
                                                   fmt::format("p{}", k + 1)};
      spec["axes"][1]["title"] = title;
      pictures.push_back({picture_id("trace", title), "",
                          fmt::format("{} along {} Markov chains.", title, shown.fit->chains),
                          of_one_fit(std::move(spec), shown, page)});
    }
  }
  return pictures;
}

}  // namespace surefoot
