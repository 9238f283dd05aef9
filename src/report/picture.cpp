#include "report/picture.hpp"

#include <cctype>

#include "report/page_shell.hpp"

namespace surefoot {
namespace {

Json colours_of(const Page& page) {
  std::vector<std::string> labels;
  for (const ShownFit& shown : page.fits) labels.push_back(shown.label);
  return colour_scale(labels);
}

}  // namespace

Json with_colours(Json spec, const Page& page) {
  spec["scales"].push_back(colours_of(page));
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
  return colours_of(page)["range"][static_cast<std::size_t>(&shown - page.fits.data())];
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

}  // namespace surefoot
