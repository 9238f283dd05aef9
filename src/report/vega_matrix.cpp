#include "report/vega_matrix.hpp"

#include <fmt/format.h>

namespace surefoot {
namespace {

// Where panels are too small for them, the numbers along the axes go and the names stay.  On the
// left there is room for numbers as long as 1,234.5678 and a name beside them.
constexpr auto matrix_text = R"json({
  "padding": {"left": 80, "right": 10, "top": 8, "bottom": 46},
  "signals": [
    {"name": "width", "value": 600},
    {"name": "count", "value": 1},
    {"name": "gap", "update": "width < 400 ? 3 : 8"},
    {"name": "side", "update": "min(240, (width - gap * (count - 1)) / count)"},
    {"name": "height", "update": "count * side + gap * (count - 1)"},
    {"name": "numbers", "update": "side < 70 ? 0 : 1"}
  ],
  "scales": [],
  "marks": []
})json";

constexpr auto axis_text = R"json({
  "tickCount": {"signal": "max(2, floor(side / 45))"}, "labelOverlap": "greedy",
  "labelSeparation": 4, "labelFlush": true,
  "labelOpacity": {"signal": "numbers"}, "tickOpacity": {"signal": "numbers"},
  "labelLimit": 60, "labelFontSize": 10, "domain": false,
  "titleFontSize": {"signal": "side < 60 ? 9 : 12"}
})json";

Json axis(const char* scale, const char* orient, const std::string& title) {
  Json axis = Json::parse(axis_text);
  axis["scale"] = scale;
  axis["orient"] = orient;
  axis["title"] = title;
  // From the edge of the panel, so that names line up whatever the numbers are.
  if (std::string(orient) == "left") axis["titleX"] = {{"signal", "numbers ? -68 : -16"}};
  if (std::string(orient) == "bottom") {
    axis["titleY"] = {{"signal", "numbers ? 32 : 18"}};
    axis["labelBound"] = 4;  // half of the wider gap to the next panel
  }
  axis["titleLimit"] = {{"signal", "max(side, 40)"}};
  return axis;
}

}  // namespace

Json empty_matrix(std::size_t variables, Json data) {
  Json matrix = Json::parse(matrix_text);
  matrix["signals"][1]["value"] = variables;
  matrix["data"] = std::move(data);
  return matrix;
}

void add_panel(Json& matrix, const std::vector<MatrixVariable>& variables, std::size_t row,
               std::size_t column, Panel panel) {
  const auto place = [](std::size_t i) {
    return Json{{"signal", fmt::format("{} * (side + gap)", i)}};
  };
  const Range &x = variables[column].range, &y = variables[row].range;
  Json group = {{"type", "group"},
                {"encode",
                 {{"update",
                   {{"x", place(column)},
                    {"y", place(row)},
                    {"width", {{"signal", "side"}}},
                    {"height", {{"signal", "side"}}},
                    {"stroke", {{"value", "#d5d8dd"}}}}}}},
                {"scales",
                 {{{"name", "x"},
                   {"domain", {x.lower, x.upper}},
                   {"range", {0, {{"signal", "side"}}}},
                   {"zero", false}}}},
                {"axes", Json::array()},
                {"data", std::move(panel.data)},
                {"marks", std::move(panel.marks)}};
  if (row != column)
    group["scales"].push_back({{"name", "y"},
                               {"domain", {y.lower, y.upper}},
                               {"range", {{{"signal", "side"}}, 0}},
                               {"zero", false}});
  if (row + 1 == variables.size())
    group["axes"].push_back(axis("x", "bottom", variables[column].name));
  if (column == 0 && row > 0) group["axes"].push_back(axis("y", "left", variables[row].name));
  matrix["marks"].push_back(std::move(group));
}

}  // namespace surefoot
