#include "paper/comparison.hpp"

#include <cmath>

#include <fmt/format.h>

#include "paper/verdict.hpp"

namespace surefoot::paper {
namespace {

/// Fits that share a line: the paper's settings (or a rival) and the default.
struct ResultLine {
  std::string row;
  const Published* published = nullptr;
  std::optional<std::size_t> paper, standard;
};

std::vector<ResultLine> lines_of(const Item& item) {
  std::vector<ResultLine> lines;
  for (const Published& row : item.published) {
    lines.push_back({row.label, &row, {}, {}});
    ResultLine* line = &lines.back();
    for (std::size_t f = 0; f < item.fits.size(); ++f) {
      const FitPlan& plan = item.fits[f];
      if (plan.published != row.label || plan.seeds > 1) continue;
      std::optional<std::size_t>& slot = plan.role == Role::standard ? line->standard : line->paper;
      if (slot) continue;
      slot = f;
    }
  }
  const auto is_shown = [&](std::size_t f) {
    for (const ResultLine& line : lines)
      if (line.paper == f || line.standard == f) return true;
    return false;
  };
  for (std::size_t f = 0; f < item.fits.size(); ++f) {
    const FitPlan& plan = item.fits[f];
    if (plan.seeds > 1 || is_shown(f)) continue;
    ResultLine line{plan.label, item.row(plan.published), {}, {}};
    (plan.role == Role::standard ? line.standard : line.paper) = f;
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "; " + b;
}

class Row {
 public:
  Row(const Item& item, const Judge& judge, const ResultLine& line, std::size_t c, std::size_t p)
      : item_(item), judge_(judge), line_(line), case_(c), point_(p) {
    published_ = line.published != nullptr ? line.published->estimate(item.points[p].at, c)
                                           : Estimate{unknown, unknown};
    if (line.paper) paper_ = ours(*line.paper);
    if (line.standard) standard_ = ours(*line.standard);
  }

  bool is_empty() const {
    return !std::isfinite(published_.value) && !std::isfinite(paper_.value) &&
           !std::isfinite(standard_.value);
  }

  Comparison comparison() const {
    return {line_.row,     at(item_, case_, point_), shown(published_),
            shown(paper_), shown(standard_),         verdict()};
  }

 private:
  Estimate ours(std::size_t f) const {
    if (!item_.fits[f].serves[case_]) return {unknown, unknown};
    return judge_.ours({f, case_, point_});
  }

  bool is_served(const std::optional<std::size_t>& fit) const {
    return fit && item_.fits[*fit].serves[case_];
  }

  std::string verdict() const {
    if (!std::isfinite(published_.value)) return "";
    std::string text;
    if (std::isfinite(paper_.value)) text = judge_.verdict(published_, paper_);
    if (std::isfinite(standard_.value))
      text =
          joined(text, (line_.paper ? "by default " : "") + judge_.verdict(published_, standard_));
    const bool wanted = is_served(line_.paper) || is_served(line_.standard);
    if (text.empty() && wanted) text = "no number of ours";
    return with_caution(line_.published->caution, with_artefact(line_.published->artefact, text));
  }

  const Item& item_;
  const Judge& judge_;
  const ResultLine& line_;
  std::size_t case_, point_;
  Estimate published_{unknown, unknown}, paper_{unknown, unknown}, standard_{unknown, unknown};
};

}  // namespace

std::string at(const Item& item, std::size_t which_case, std::size_t point) {
  const std::string& label = item.cases[which_case].label;
  if (item.points.size() == 1) return label;
  return fmt::format("{}{}{}", label, label.empty() ? "" : ", ", item.points[point].label);
}

Comparison row_of_ours(const FitPlan& plan, const std::string& at, const std::string& ours) {
  Comparison row{plan.label, at, "", "", "", ""};
  (plan.role == Role::standard ? row.standard : row.paper) = ours;
  return row;
}

std::vector<Comparison> compare(const Item& item, const Judge& judge) {
  std::vector<Comparison> rows;
  for (const ResultLine& line : lines_of(item))
    for (std::size_t c = 0; c < item.cases.size(); ++c)
      for (std::size_t p = 0; p < item.points.size(); ++p) {
        const Row row(item, judge, line, c, p);
        if (!row.is_empty()) rows.push_back(row.comparison());
      }
  return rows;
}

}  // namespace surefoot::paper
