#include <cmath>

#include <fmt/format.h>

#include "report/page_shell.hpp"
#include "report/picture.hpp"

namespace surefoot {
namespace {

constexpr auto sensitivity_spec = R"json({
  "padding": {"left": 150, "right": 14, "top": 8, "bottom": 42},
  "signals": [
    {"name": "width", "value": 500},
    {"name": "rows", "value": 6},
    {"name": "height", "update": "26 * rows"}
  ],
  "data": [{"name": "moves"}],
  "scales": [
    {"name": "x", "type": "linear", "range": "width", "nice": true, "zero": true,
     "domain": {"data": "moves", "field": "shown"}},
    {"name": "y", "type": "band", "range": "height", "domain": {"data": "moves", "field": "choice"}},
    {"name": "shape", "type": "ordinal", "domain": {"data": "moves", "field": "parameter"},
     "range": ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "stroke"]}
  ],
  "axes": [
    {"orient": "left", "scale": "y", "grid": false, "domain": false, "ticks": false,
     "labelLimit": 140},
    {"orient": "bottom", "scale": "x", "grid": true, "title": "move in posterior sd",
     "labelOverlap": true, "tickCount": {"signal": "ceil(width / 80)"}}
  ],
  "marks": [
    {"type": "rule", "encode": {"update": {"x": {"scale": "x", "value": 0},
      "y": {"value": 0}, "y2": {"signal": "height"}, "stroke": {"value": "#3b414a"}}}},
    {"type": "symbol", "from": {"data": "moves"}, "encode": {"update": {
      "x": {"scale": "x", "field": "shown"},
      "y": {"scale": "y", "field": "choice", "band": 0.5},
      "shape": {"scale": "shape", "field": "parameter"},
      "size": {"value": 60}, "fill": {"signal": "colour"},
      "fillOpacity": {"signal": "datum.whole ? 0 : 0.75"}, "stroke": {"signal": "colour"},
      "strokeWidth": {"signal": "datum.whole ? 1.5 : 0"},
      "tooltip": {"signal": "datum.parameter + ': ' + datum.move + (datum.whole ? ' (posterior mean)' : '')"}}}},
    {"type": "text", "from": {"data": "moves"}, "encode": {"update": {
      "x": {"scale": "x", "field": "shown"}, "dx": {"value": 6},
      "y": {"scale": "y", "field": "choice", "band": 0.5}, "baseline": {"value": "bottom"},
      "fontSize": {"value": 10}, "fill": {"value": "#3b414a"},
      "text": {"signal": "abs(datum.move) > 1 ? datum.parameter : ''"}}}}
  ]
})json";

}  // namespace

std::vector<Picture> sensitivities_picture(const ShownFit& shown, const Page& page) {
  if (!shown.fit->check || shown.fit->check->sensitivities.empty()) return {};
  constexpr double most = 10.0;  // beyond, how far does not matter
  Json values = Json::array();
  const auto& list = shown.fit->check->sensitivities;
  const auto add = [&](const Sensitivity& s, const std::vector<double>& moves, bool whole) {
    for (std::size_t k = 0; k < moves.size(); ++k)
      if (std::isfinite(moves[k]))
        values.push_back({{"choice", s.setting + ' ' + s.value},
                          {"parameter", shown.fit->draws.names[k]},
                          {"whole", whole},
                          {"move", picture_number(moves[k])},
                          {"shown", picture_number(std::clamp(moves[k], -most, most))}});
  };
  for (const Sensitivity& s : list) {
    add(s, s.moves, false);
    add(s, s.mean_moves, true);
  }
  if (values.empty()) return {};
  Json spec = Json::parse(sensitivity_spec);
  spec["signals"][1]["value"] = list.size();
  spec["signals"].push_back({{"name", "colour"}, {"value", colour_of(shown, page)}});
  spec["data"][0]["values"] = std::move(values);
  const bool refitted = shown.fit->check->refit_draws > 0;
  return {
      {page.compares() ? picture_id("sensitivity", shown.label) : "sensitivity",
       "How far each parameter moves if one choice is made otherwise; those that move by more "
       "than one posterior standard deviation have their names beside them, and moves beyond 10 "
       "are drawn at 10." +
           std::string(refitted
                           ? " Filled: the best fit to the observations; hollow: the posterior "
                             "mean, where the whole fit was made again."
                           : ""),
       fmt::format("Moves of the best fit of {} by other choices.", shown.label), std::move(spec)}};
}

}  // namespace surefoot
