#include "paper/pictures.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot::paper {
namespace {

Json scale_of(const char* name, const AxisSpec& axis, std::pair<int, int> pixels) {
  return {{"name", name},
          {"type", axis.log ? "log" : "linear"},
          {"domain", {picture_number(axis.range.first), picture_number(axis.range.second)}},
          {"range", {pixels.first, pixels.second}},
          {"zero", false},
          {"nice", false}};
}

Json axis_of(const char* scale, const char* orient, const AxisSpec& axis) {
  Json spec = {{"scale", scale}, {"orient", orient}, {"title", axis.title}, {"tickCount", 5}};
  if (axis.log) spec["format"] = ".3~g";
  spec["labelOverlap"] = true;
  return spec;
}

}  // namespace

Json panel(const std::string& title, const AxisSpec& x, const AxisSpec& y, PanelSize size) {
  Json axes = Json::array();
  axes.push_back(axis_of("x", "bottom", x));
  if (!y.title.empty()) axes.push_back(axis_of("y", "left", y));
  return {
      {"type", "group"},
      {"title", {{"text", title}, {"frame", "group"}, {"fontSize", 12}}},
      {"encode",
       {{"update", {{"width", {{"value", size.width}}}, {"height", {{"value", size.height}}}}}}},
      {"data", Json::array()},
      {"scales", {scale_of("x", x, {0, size.width}), scale_of("y", y, {size.height, 0})}},
      {"axes", axes},
      {"marks", Json::array()}};
}

Json grid(const std::vector<Json>& panels, int columns, const std::vector<std::string>& labels) {
  Json spec = {
      {"$schema", "https://vega.github.io/schema/vega/v5.json"},
      {"padding", 8},
      {"layout", {{"padding", 28}, {"columns", columns}, {"bounds", "full"}, {"align", "all"}}},
      {"scales", Json::array({colour_scale(labels)})},
      {"marks", panels}};
  if (!labels.empty())
    spec["legends"] = {{{"stroke", "colour"},
                        {"orient", "top"},
                        {"direction", "horizontal"},
                        {"columns", 3},
                        {"labelLimit", 400},
                        {"symbolType", "stroke"},
                        {"symbolStrokeWidth", 3}}};
  return spec;
}

std::pair<double, double> range_of(const std::vector<double>& values) {
  if (values.empty()) return {0.0, 1.0};
  const double lower = quantile(values, 0.002), upper = quantile(values, 0.998);
  const double air = upper > lower ? 0.15 * (upper - lower) : 0.5 * std::max(std::abs(upper), 1.0);
  return {lower - air, upper + air};
}

Json dot_picture(const Item& item, const std::vector<Number>& numbers,
                 const std::string& quantity) {
  std::vector<std::string> labels;
  const auto take = [&](const std::string& label) {
    if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
  };
  std::vector<Json> panels;
  for (std::size_t c = 0; c < item.cases.size(); ++c) {
    Json dots = Json::array();
    double lower = 0.0, upper = 0.0;
    const auto add = [&](const std::string& label, const Estimate& value, bool published) {
      if (!(value.value > 0.0)) return;
      const double error = std::isfinite(value.error) ? value.error : 0.0;
      const double low = std::max(value.value - error, 0.3 * value.value);
      lower = lower > 0.0 ? std::min(lower, low) : low;
      upper = std::max(upper, value.value + error);
      take(label);
      dots.push_back({{"label", label},
                      {"value", picture_number(value.value)},
                      {"low", picture_number(low)},
                      {"high", picture_number(value.value + error)},
                      {"published", published}});
    };
    for (const Published& row : item.published)
      add(row.label + ", published", row.estimate(0.0, c), true);
    for (const Number& n : numbers)
      if (n.quantity == quantity && n.at == item.cases[c].label) add(n.fit, n.estimate, false);
    const PanelSize size{260, 22 * static_cast<int>(std::max<std::size_t>(dots.size(), 1))};
    Json group =
        panel(item.cases[c].label,
              {quantity, {0.7 * std::max(lower, 1e-300), 1.4 * std::max(upper, 1e-299)}, true},
              {"", {0.0, 1.0}}, size);
    group["data"].push_back({{"name", "dots"}, {"values", dots}});
    group["scales"][1] = {{"name", "y"},
                          {"type", "point"},
                          {"padding", 0.5},
                          {"domain", {{"data", "dots"}, {"field", "label"}}},
                          {"range", {0, size.height}}};
    group["axes"].push_back({{"scale", "y"}, {"orient", "left"}, {"labelLimit", 320}});
    group["axes"][0]["grid"] = true;
    group["marks"] = Json::parse(R"json([
      {"type": "rule", "from": {"data": "dots"}, "encode": {"update": {
        "x": {"scale": "x", "field": "low"}, "x2": {"scale": "x", "field": "high"},
        "y": {"scale": "y", "field": "label"}, "stroke": {"scale": "colour", "field": "label"}}}},
      {"type": "symbol", "from": {"data": "dots"}, "encode": {"update": {
        "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "label"},
        "size": {"value": 60}, "stroke": {"scale": "colour", "field": "label"},
        "strokeWidth": {"value": 2}, "fill": [
          {"test": "datum.published", "value": "white"},
          {"scale": "colour", "field": "label"}],
        "tooltip": {"signal": "datum.label + ': ' + datum.value"}}}}
    ])json");
    panels.push_back(std::move(group));
  }
  Json spec = grid(panels, 1, labels);
  spec.erase("legends");  // the axis has the labels
  return spec;
}

}  // namespace surefoot::paper
