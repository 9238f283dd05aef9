#include "report/page_shell.hpp"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include <surefoot/report/html.hpp>
#include <surefoot/version.hpp>

namespace surefoot {

std::string_view vega_script();
std::string_view page_style();

namespace {

// Okabe and Ito's colours without the yellow, which white paper swallows; told apart by most of
// those who do not see all colours.
const char* const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                               "#e69f00", "#56b4e9", "#882255", "#666666"};
static_assert(std::size(colours) == most_fits_of_a_page);

}  // namespace

std::string html_page(const PageParts& parts) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} – surefoot</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<main>\n",
      escaped(parts.title), page_style(), parts.style);
  html += parts.body;
  html += fmt::format(
      "<noscript><p class=\"banner\">The pictures are drawn by a script, which this browser does "
      "not run.</p></noscript>\n<footer><p>Written by surefoot {}. Pictures are drawn by Vega 5, "
      "which is part of this page with its licence; nothing is loaded from "
      "elsewhere.</p></footer>\n</main>\n",
      escaped(version()));
  html += parts.data;
  html += fmt::format("<script type=\"application/json\" id=\"style\">{}</script>\n<script>\n",
                      script_json(picture_style()));
  html += vega_script();
  html += "</script>\n<script>\n";
  html += parts.script;
  return html + "</script>\n</body>\n</html>\n";
}

std::string html_figure(const std::string& id, const Json& specification,
                        const std::string& caption) {
  return fmt::format(
      "<figure id=\"{}\">\n<div class=\"picture\"></div>\n"
      "<script type=\"application/json\" class=\"spec\">{}</script>\n{}</figure>\n",
      escaped(id), script_json(specification),
      caption.empty() ? "" : "<figcaption>" + caption + "</figcaption>\n");
}

Json colour_scale(const std::vector<std::string>& labels) {
  Json range = Json::array();
  for (std::size_t i = 0; i < labels.size(); ++i) range.push_back(colours[i % std::size(colours)]);
  return {{"name", "colour"}, {"type", "ordinal"}, {"domain", labels}, {"range", range}};
}

Json picture_number(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
}

Json picture_style() {
  return Json::parse(R"json({
    "background": null,
    "font": "system-ui, sans-serif",
    "axis": {
      "domainColor": "#8a8f98", "tickColor": "#8a8f98", "tickSize": 4,
      "labelColor": "#4a4f57", "labelFontSize": 11, "labelPadding": 3,
      "titleColor": "#1d2127", "titleFontSize": 12, "titleFontWeight": "normal",
      "gridColor": "#eceef1"
    },
    "legend": {"labelFontSize": 12, "symbolType": "stroke", "symbolStrokeWidth": 3, "title": null}
  })json");
}

}  // namespace surefoot
