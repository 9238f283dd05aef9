#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/page_sections.hpp"

namespace surefoot {
namespace {

std::vector<std::string> numbers_of(const ParameterSummary& p) {
  std::vector<std::string> cells;
  for (const double value : {p.mean, p.sd, p.mcse, p.q05, p.q50, p.q95})
    cells.push_back(meaningful(value, p.mcse));
  return cells;
}

bool has_chains(const Page& page) {
  return std::any_of(page.fits.begin(), page.fits.end(),
                     [](const ShownFit& shown) { return shown.summary.chains > 0; });
}

const ParameterSummary* find(const ShownFit& shown, const std::string& name) {
  for (const ParameterSummary& p : shown.summary.parameters)
    if (p.name == name) return &p;
  return nullptr;
}

// Parameters that some fits have and others lack cannot be compared, but are not passed over.
std::string left_out(const Page& page) {
  std::vector<std::string> names;
  for (const ShownFit& shown : page.fits)
    for (const std::string& name : shown.fit->draws.names)
      if (std::find(page.parameters.begin(), page.parameters.end(), name) ==
              page.parameters.end() &&
          std::find(names.begin(), names.end(), escaped(name)) == names.end())
        names.push_back(escaped(name));
  if (names.empty()) return "";
  return fmt::format("<p class=\"note\">Not in all of the fits, and left out here: {}.</p>\n",
                     fmt::join(names, ", "));
}

// Next to the numbers, which say nothing about it.
std::string undetermined_banner(const Page& page) {
  std::string out;
  for (const ShownFit& shown : page.fits) {
    const Undetermined& found = shown.summary.undetermined;
    const std::string text = found.everywhere
                                 ? "no parameter at all: the objective is the same in the whole box"
                                 : to_text(found);
    if (text.empty()) continue;
    out += fmt::format("<p class=\"banner\">{}Not determined by these data: {}.</p>\n",
                       page.compares() ? label_of(shown, page) + ": " : "", escaped(text));
  }
  return out;
}

}  // namespace

std::string numbers_section(const Page& page) {
  std::vector<std::vector<std::string>> rows{{"Parameter"}};
  if (page.compares()) rows[0].emplace_back("Fit");
  for (const char* head : {"mean", "sd", "mcse", "5 %", "50 %", "95 %"}) rows[0].emplace_back(head);
  const bool mixing = has_chains(page);
  if (mixing) rows[0].insert(rows[0].end(), {"ess", "R-hat"});
  const auto add = [&](const std::string& name, const ShownFit& shown, const ParameterSummary& p,
                       bool first) {
    rows.push_back({first ? escaped(name) : ""});
    if (page.compares()) rows.back().push_back(label_of(shown, page));
    for (std::string& cell : numbers_of(p)) rows.back().push_back(std::move(cell));
    if (!mixing) return;
    rows.back().push_back(std::isnan(p.ess) ? "–" : fmt::format("{:.0f}", p.ess));
    rows.back().push_back(std::isnan(p.rhat) ? "–" : fmt::format("{:.3f}", p.rhat));
  };
  for (const std::string& name : page.parameters) {
    bool first = true;
    for (const ShownFit& shown : page.fits)
      if (const ParameterSummary* p = find(shown, name)) {
        add(name, shown, *p, first);
        first = false;
      }
  }
  bool first = true;
  for (const ShownFit& shown : page.fits)
    if (shown.summary.mass) {
      add("mass", shown, *shown.summary.mass, first);
      first = false;
    }
  return html_table(rows) + undetermined_banner(page) + left_out(page) +
         "<p class=\"note\">mcse is the Monte Carlo error of the mean; digits that it makes "
         "meaningless are left off.</p>\n";
}

std::string mass_section(const Page& page) {
  std::vector<std::vector<std::string>> rows{
      {page.compares() ? "Fit" : "", "estimate", "5 %", "95 %"}};
  for (const ShownFit& shown : page.fits) {
    if (!shown.summary.mass) continue;
    const ParameterSummary& m = *shown.summary.mass;
    const std::string of = page.compares() ? label_of(shown, page) + " " : "";
    const auto percent = [&](double share) { return meaningful(100.0 * share, 100.0 * m.mcse); };
    rows.push_back({of + "clean, %", percent(m.mean), percent(m.q05), percent(m.q95)});
    rows.push_back({of + "contaminated, %", percent(1.0 - m.mean), percent(1.0 - m.q95),
                    percent(1.0 - m.q05)});
  }
  return rows.size() > 1 ? html_table(rows) : "";
}

}  // namespace surefoot
