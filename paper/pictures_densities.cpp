#include <algorithm>
#include <cmath>

#include "paper/pictures.hpp"

namespace surefoot::paper {
namespace {

/// One table of all series: `f` is the label, `x` and `y` the values.
Json table_of(const std::vector<Series>& series) {
  Json rows = Json::array();
  for (const Series& s : series)
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      Json row = {{"f", s.label}, {"x", picture_number(s.x[i])}};
      if (!s.y.empty()) row["y"] = picture_number(s.y[i]);
      rows.push_back(std::move(row));
    }
  return rows;
}

Json truth_line(double truth) {
  return {{"type", "rule"},
          {"encode",
           {{"update",
             {{"x", {{"scale", "x"}, {"value", picture_number(truth)}}},
              {"y", {{"value", 0}}},
              {"y2", {{"field", {{"group", "height"}}}}},
              {"stroke", {{"value", "#444"}}},
              {"strokeDash", {{"value", {3, 3}}}}}}}}};
}

}  // namespace

Json density_panel(const std::string& title, const std::string& variable,
                   const std::vector<Series>& series, std::pair<double, double> range,
                   double truth) {
  Json group = panel(title, {variable, range}, {"", {0.0, 1.0}});
  group["data"] = Json::parse(R"json([
    {"name": "draws"},
    {"name": "density", "source": "draws", "transform": [
      {"type": "kde", "field": "x", "groupby": ["f"], "steps": 160}]}
  ])json");
  group["data"][0]["values"] = table_of(series);
  group["data"][1]["transform"][0]["extent"] = {picture_number(range.first),
                                                picture_number(range.second)};
  group["scales"][1]["domain"] = {{"data", "density"}, {"field", "density"}};
  group["scales"][1]["zero"] = true;
  group["marks"] = Json::parse(R"json([
    {"type": "group", "from": {"facet": {"name": "curve", "data": "density", "groupby": "f"}},
     "marks": [{"type": "area", "from": {"data": "curve"}, "encode": {"update": {
       "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
       "y2": {"scale": "y", "value": 0}, "fill": {"scale": "colour", "field": "f"},
       "fillOpacity": {"value": 0.12}, "stroke": {"scale": "colour", "field": "f"},
       "strokeWidth": {"value": 1.4}}}}]}
  ])json");
  if (std::isfinite(truth)) group["marks"].push_back(truth_line(truth));
  return group;
}

Json contour_panel(const TwoVariables& v, const std::vector<Series>& series) {
  const PanelSize size{200, 200};
  Json group = panel("", {v.x, v.x_range}, {v.y, v.y_range}, size);
  group.erase("title");
  group["data"] = Json::parse(R"json([
    {"name": "draws"},
    {"name": "contours", "source": "draws", "transform": [
      {"type": "kde2d", "groupby": ["f"], "cellSize": 4,
       "x": {"expr": "scale('x', datum.x)"}, "y": {"expr": "scale('y', datum.y)"}},
      {"type": "isocontour", "field": "grid", "resolve": "independent", "levels": 5}]}
  ])json");
  group["data"][0]["values"] = table_of(series);
  group["data"][1]["transform"][0]["size"] = {size.width, size.height};
  group["marks"] = Json::parse(R"json([
    {"type": "path", "clip": true, "from": {"data": "contours"}, "encode": {"update": {
       "stroke": {"scale": "colour", "field": "f"}, "strokeWidth": {"value": 1},
       "fill": {"scale": "colour", "field": "f"}, "fillOpacity": {"value": 0.05}}},
     "transform": [{"type": "geopath", "field": "datum.contour"}]}
  ])json");
  group["marks"].push_back({{"type", "symbol"},
                            {"encode",
                             {{"update",
                               {{"x", {{"scale", "x"}, {"value", picture_number(v.x_truth)}}},
                                {"y", {{"scale", "y"}, {"value", picture_number(v.y_truth)}}},
                                {"shape", {{"value", "cross"}}},
                                {"size", {{"value", 60}}},
                                {"fill", {{"value", "#222"}}}}}}}});
  return group;
}

Json histogram_panel(const std::string& title, const std::string& variable,
                     const std::vector<Series>& series, std::pair<double, double> range) {
  Json group = panel(title, {variable, range}, {"observations", {0.0, 1.0}});
  group["data"] = Json::parse(R"json([
    {"name": "points"},
    {"name": "bins", "source": "points", "transform": [
      {"type": "bin", "field": "x", "maxbins": 60, "nice": false},
      {"type": "aggregate", "groupby": ["f", "bin0", "bin1"]}]}
  ])json");
  // Beyond the picture there is nothing to count.
  std::vector<Series> inside = series;
  for (Series& s : inside)
    std::erase_if(s.x, [&](double x) { return !(x >= range.first && x <= range.second); });
  group["data"][0]["values"] = table_of(inside);
  group["data"][1]["transform"][0]["extent"] = {picture_number(range.first),
                                                picture_number(range.second)};
  group["scales"][1]["domain"] = {{"data", "bins"}, {"field", "count"}};
  group["scales"][1]["zero"] = true;
  group["marks"] = Json::parse(R"json([
    {"type": "rect", "from": {"data": "bins"}, "encode": {"update": {
      "x": {"scale": "x", "field": "bin0"}, "x2": {"scale": "x", "field": "bin1"},
      "y": {"scale": "y", "field": "count"}, "y2": {"scale": "y", "value": 0},
      "fill": {"scale": "colour", "field": "f"}, "fillOpacity": {"value": 0.45}}}}
  ])json");
  return group;
}

Json shaded_densities_panel(const std::string& title, const std::string& variable,
                            const std::vector<Shaded>& series, const std::vector<double>& reference,
                            std::pair<double, double> range) {
  Json group = panel(title, {variable, range}, {"density", {0.0, 1.0}});
  Json rows = Json::array(), truth = Json::array();
  for (std::size_t i = 0; i < series.size(); ++i)
    for (const double x : series[i].values)
      rows.push_back({{"i", i}, {"s", picture_number(series[i].shade)}, {"x", picture_number(x)}});
  for (const double x : reference) truth.push_back({{"x", picture_number(x)}});
  group["data"] = Json::parse(R"json([
    {"name": "points"},
    {"name": "density", "source": "points", "transform": [
      {"type": "kde", "field": "x", "groupby": ["i", "s"], "steps": 120}]},
    {"name": "reference"},
    {"name": "truth", "source": "reference", "transform": [
      {"type": "kde", "field": "x", "steps": 120}]}
  ])json");
  group["data"][0]["values"] = std::move(rows);
  group["data"][2]["values"] = std::move(truth);
  // A density is wanted inside the picture only, and its bandwidth must not be that of the tails.
  for (const std::size_t d : {1, 3}) {
    Json& kde = group["data"][d]["transform"][0];
    kde["extent"] = {picture_number(range.first), picture_number(range.second)};
    kde["bandwidth"] = picture_number(0.02 * (range.second - range.first));
  }
  group["scales"][1]["domain"] = {
      {"fields",
       {{{"data", "density"}, {"field", "density"}}, {{"data", "truth"}, {"field", "density"}}}}};
  group["scales"][1]["zero"] = true;
  group["scales"].push_back({{"name", "shade"},
                             {"type", "linear"},
                             {"domain", {0, 1}},
                             {"range", {{"scheme", "blues"}, {"extent", {0.3, 1}}}}});
  group["marks"] = Json::parse(R"json([
    {"type": "group", "from": {"facet": {"name": "curve", "data": "density", "groupby": "i"}},
     "marks": [{"type": "line", "from": {"data": "curve"}, "encode": {"update": {
       "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
       "stroke": {"scale": "shade", "field": "s"}, "strokeWidth": {"value": 1},
       "strokeOpacity": {"value": 0.6}}}}]},
    {"type": "line", "from": {"data": "truth"}, "encode": {"update": {
       "x": {"scale": "x", "field": "value"}, "y": {"scale": "y", "field": "density"},
       "stroke": {"value": "#222"}, "strokeWidth": {"value": 1.4},
       "strokeDash": {"value": [4, 3]}}}}
  ])json");
  return group;
}

Json line_panel(const std::string& title, AxisSpec x, AxisSpec y, const std::vector<Line>& lines,
                PanelSize size) {
  Json rows = Json::array();
  std::vector<double> xs, ys;
  for (const Line& line : lines)
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (!std::isfinite(line.y[i]) || (y.log && !(line.y[i] > 0.0))) continue;
      const bool with_error = i < line.error.size() && std::isfinite(line.error[i]);
      const double error = with_error ? line.error[i] : 0.0;
      const double low = y.log ? std::max(line.y[i] - error, 0.3 * line.y[i]) : line.y[i] - error;
      xs.push_back(line.x[i]);
      ys.insert(ys.end(), {low, line.y[i] + error});
      rows.push_back({{"f", line.label},
                      {"x", picture_number(line.x[i])},
                      {"y", picture_number(line.y[i])},
                      {"low", picture_number(low)},
                      {"high", picture_number(line.y[i] + error)},
                      {"dash", line.dashed ? Json{4, 3} : Json{1, 0}}});
    }
  if (rows.empty()) return panel(title, x, y, size);
  const auto spread = [](const std::vector<double>& v, bool log) {
    const auto [low, high] = std::minmax_element(v.begin(), v.end());
    const double air = *high > *low ? 0.06 * (*high - *low) : 0.5 * std::abs(*high) + 1e-9;
    return log ? std::pair(0.8 * *low, 1.25 * *high) : std::pair(*low - air, *high + air);
  };
  x.range = spread(xs, x.log);
  y.range = spread(ys, y.log);
  Json group = panel(title, x, y, size);
  group["data"].push_back({{"name", "lines"}, {"values", std::move(rows)}});
  group["marks"] = Json::parse(R"json([
    {"type": "group", "from": {"facet": {"name": "line", "data": "lines", "groupby": "f"}},
     "marks": [
      {"type": "line", "from": {"data": "line"}, "encode": {"update": {
        "x": {"scale": "x", "field": "x"}, "y": {"scale": "y", "field": "y"},
        "stroke": {"scale": "colour", "field": "f"}, "strokeDash": {"field": "dash"},
        "strokeWidth": {"value": 1.6}}}},
      {"type": "rule", "from": {"data": "line"}, "encode": {"update": {
        "x": {"scale": "x", "field": "x"}, "y": {"scale": "y", "field": "low"},
        "y2": {"scale": "y", "field": "high"}, "stroke": {"scale": "colour", "field": "f"}}}}]}
  ])json");
  return group;
}

}  // namespace surefoot::paper
