#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/page_sections.hpp"
#include "report/picture.hpp"
#include "settings/setting_rows.hpp"

namespace surefoot {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string draws_text(const Summary& s) {
  std::string text = std::to_string(s.draws);
  if (s.partial) text += fmt::format(" of {}", s.requested_draws);
  if (s.failed > 0) text += fmt::format(", {} failed", s.failed);
  return text;
}

std::string device_text(const Fit& fit) {
  std::string text =
      fmt::format("{}, {}", fit.device, counted(static_cast<std::size_t>(fit.threads), "thread"));
  if (!fit.instruction_set.empty()) text += fmt::format(", {}", fit.instruction_set);
  return text;
}

// The families of the kernel's terms; their lengthscales are a fact of their own.
std::string families(const std::string& kernel) {
  std::vector<std::string> names;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = kernel.find('+', at);
    // A plus before a digit belongs to the exponent of a number.
    while (end != std::string::npos &&
           std::isdigit(static_cast<unsigned char>(kernel[end + 1])) != 0)
      end = kernel.find('+', end + 1);
    const std::string term = kernel.substr(at, end - at);
    names.push_back(term.substr(0, term.find(':')));
  }
  const bool same = std::count(names.begin(), names.end(), names.front()) ==
                    static_cast<std::ptrdiff_t>(names.size());
  if (same && names.size() > 1) return fmt::format("sum of {} {}", names.size(), names.front());
  return fmt::format("{}", fmt::join(names, " + "));
}

std::string or_dash(const std::string& text) { return text.empty() ? "–" : escaped(text); }

// What a method does not look at has a value all the same, which would mislead.
template <class Member>
std::string in_force(const Fit& fit, const SettingRow<Member>& row) {
  return row.methods.has(fit.settings.method) ? get(fit.settings, row.name) : "";
}

bool is_given(const Fit& fit, const std::string& setting) {
  return fit.given && std::count(fit.given->begin(), fit.given->end(), setting) > 0;
}

std::string emphasised(const std::string& value, bool is_it) {
  return is_it ? "<b>" + or_dash(value) + "</b>" : or_dash(value);
}

std::string lengthscales(const ShownFit& shown) {
  if (in_force(*shown.fit, row_of<&FitConfig::kernel>()).empty() ||
      shown.summary.lengthscales.empty())
    return "";
  return fmt::format("{:.4g}", fmt::join(shown.summary.lengthscales, ", "));
}

// Every fit has the same facts in the same order, so that several make a table.
Facts facts_of(const ShownFit& shown) {
  const Summary& s = shown.summary;
  const Fit& fit = *shown.fit;
  return {{"Model", escaped(s.model)},
          {"Method", escaped(s.method)},
          {"Observations", fmt::format("{} × {}", s.observations, s.dimension)},
          {"Draws", draws_text(s)},
          {"Kernel", or_dash(families(in_force(fit, row_of<&FitConfig::kernel>())))},
          {"Lengthscale", or_dash(lengthscales(shown))},
          {"Mass", or_dash(in_force(fit, row_of<&FitConfig::mass>()))},
          {"Trim", or_dash(in_force(fit, row_of<&FitConfig::trim>()))},
          {"Simulations per evaluation",
           or_dash(s.simulations_per_draw > 0 ? std::to_string(s.simulations_per_draw) : "")},
          {"Seed", std::to_string(s.seed)},
          {"Time", fmt::format("{:.3g} s", s.seconds)},
          {"Device", escaped(device_text(fit))},
          {"surefoot", escaped(s.version)}};
}

// Settings that are not the same in all fits are marked, those that were given are bold.
std::vector<std::vector<std::string>> all_settings(const Page& page) {
  std::vector<std::vector<std::string>> rows{{"Setting"}};
  for (const ShownFit& shown : page.fits)
    rows.front().push_back(page.compares() ? label_of(shown, page) : "Value");
  for_each_setting([&](const auto& row) {
    std::vector<std::string> values;
    for (const ShownFit& shown : page.fits) values.push_back(in_force(*shown.fit, row));
    const bool none = std::all_of(values.begin(), values.end(),
                                  [](const std::string& value) { return value.empty(); });
    if (none) return;
    const bool same = std::count(values.begin(), values.end(), values.front()) ==
                      static_cast<std::ptrdiff_t>(values.size());
    rows.push_back({escaped(row.name)});
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string text = emphasised(values[i], is_given(*page.fits[i].fit, row.name));
      rows.back().push_back(same ? text : "<mark>" + text + "</mark>");
    }
  });
  return rows;
}

std::string facts_table(const Page& page) {
  std::vector<std::vector<std::string>> rows{{""}};
  for (const auto& [name, value] : facts_of(page.fits.front())) rows.push_back({name});
  for (const ShownFit& shown : page.fits) {
    rows.front().push_back(label_of(shown, page));
    std::size_t row = 0;
    for (const auto& [name, value] : facts_of(shown)) rows[++row].push_back(value);
  }
  return "<div class=\"settings\">" + html_table(rows) + "</div>\n";
}

}  // namespace

std::string label_of(const ShownFit& shown, const Page& page) {
  if (!page.compares()) return escaped(shown.label);
  return fmt::format("<span class=\"label\"><i style=\"background:{}\"></i>{}</span>",
                     colour_of(shown, page), escaped(shown.label));
}

std::string settings_section(const Page& page) {
  return (page.compares() ? facts_table(page) : html_facts(facts_of(page.fits.front()))) +
         "<details class=\"settings\"><summary>All settings in force, given ones bold</summary>\n" +
         html_table(all_settings(page)) + "</details>\n";
}

}  // namespace surefoot
