#include "report/picture.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

#include <fmt/format.h>

#include "report/page_shell.hpp"

namespace surefoot {
namespace {

Json colours_of(const Page& page) {
  std::vector<std::string> labels;
  for (const ShownFit& shown : page.fits) labels.push_back(shown.label);
  return colour_scale(labels);
}

/// The box of a parameter in all fits; infinite where a file does not say.
Range joined_box(const Page& page, const std::string& parameter) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Range box{infinite, -infinite};
  for (const ShownFit& shown : page.fits) {
    const auto& names = shown.fit->draws.names;
    const auto k =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), parameter) - names.begin());
    if (k >= shown.fit->box.size()) return {-infinite, infinite};
    box = joined(box, {shown.fit->box[k].lower, shown.fit->box[k].upper});
  }
  return box;
}

/// Numbers that would need many zeros are written with a power of ten, all of an axis alike.
void write_small_numbers(Json& spec) {
  constexpr auto text =
      "isNumber(datum.value) && datum.value != 0 && max(abs(domain('{0}')[0]), "
      "abs(peek(domain('{0}')))) < 0.01 ? format(datum.value, '.3~e') : datum.label";
  if (spec.contains("axes"))
    for (Json& axis : spec["axes"])
      axis["encode"]["labels"]["update"]["text"] = {
          {"signal", fmt::format(text, axis["scale"].get<std::string>())}};
  if (spec.contains("marks"))
    for (Json& mark : spec["marks"])
      if (mark.value("type", "") == "group") write_small_numbers(mark);
}

}  // namespace

Json with_colours(Json spec, const Page& page) {
  write_small_numbers(spec);
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
  // Nothing is drawn beyond the box, where no draw can be.
  const Range box = joined_box(page, parameter), wide = widened(range, 0.15);
  return {std::max(wide.lower, box.lower), std::min(wide.upper, box.upper)};
}

}  // namespace surefoot
