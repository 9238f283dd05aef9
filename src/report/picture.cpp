#include "report/picture.hpp"

#include <cctype>

namespace surefoot {
namespace {

// Okabe and Ito's colours without the yellow, which white paper swallows; told apart by most of
// those who do not see all colours.
const char* const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                               "#e69f00", "#56b4e9", "#882255", "#666666"};
static_assert(std::size(colours) == most_fits_of_a_page);

}  // namespace

Json with_colours(Json spec, const Page& page) {
  Json labels = Json::array(), range = Json::array();
  for (std::size_t i = 0; i < page.fits.size(); ++i) {
    labels.push_back(page.fits[i].label);
    range.push_back(colours[i]);
  }
  spec["scales"].push_back(
      {{"name", "colour"}, {"type", "ordinal"}, {"domain", labels}, {"range", range}});
  if (page.compares())
    spec["legends"] = {
        {{"stroke", "colour"}, {"orient", "top"}, {"direction", "horizontal"}, {"columns", 4}}};
  return spec;
}

Json of_one_fit(Json spec, const ShownFit& shown, const Page& page) {
  spec = with_colours(std::move(spec), page);
  spec.erase("legends");
  spec["usermeta"] = {{"fit", shown.label}};
  return spec;
}

std::string colour_of(const ShownFit& shown, const Page& page) {
  return colours[&shown - page.fits.data()];
}

std::string picture_id(const std::string& kind, const std::string& name) {
  std::string id = kind + '-';
  for (const char c : name) id += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return id;
}

std::vector<std::size_t> varying_parameters(const Page& page) {
  std::vector<std::size_t> varying;
  for (std::size_t k = 0; k < page.parameters.size(); ++k)
    if (!parameter_range(page, page.parameters[k]).is_point()) varying.push_back(k);
  return varying;
}

Range parameter_range(const Page& page, const std::string& parameter) {
  constexpr double reach = 5.0;  // a normal posterior of any size is inside
  Range range = robust_range(values_of(page.fits.front(), parameter), reach);
  for (const ShownFit& shown : page.fits)
    range = joined(range, robust_range(values_of(shown, parameter), reach));
  return widened(range, 0.15);
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
