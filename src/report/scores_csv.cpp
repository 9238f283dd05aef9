#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/findings.hpp>

#include "report/csv_text.hpp"

namespace surefoot {

std::string scores_csv(const Fit& fit) {
  if (!fit.scores || fit.scores->inlier.empty())
    throw Error(Fault::data,
                "the fit has no scores: only method npl-mmd with a bounded kernel makes them, "
                "unless check is none");
  const ObservationScores& s = *fit.scores;
  const std::size_t p = fit.draws.names.size();
  std::string text = "observation";
  for (int c = 0; c < fit.observations.dimension(); ++c)
    text += ',' + csv_field(fit.observations.label(c));
  text += ",inlier,inlier_low,inlier_high,witness";
  for (const std::string& name : fit.draws.names) text += ',' + csv_field("influence_" + name);
  text += '\n';
  for (std::size_t i = 0; i < s.inlier.size(); ++i) {
    text += std::to_string(i + 1);
    for (const double value : fit.observations.row(i)) text += ',' + csv_number(value);
    for (const double value : {s.inlier[i], s.inlier_low[i], s.inlier_high[i]})
      text += ',' + csv_number(value);
    text += ',' + (s.witness.empty() ? std::string() : csv_number(s.witness[i]));
    for (std::size_t k = 0; k < p; ++k)
      text += ',' + (s.influence.empty() ? std::string() : csv_number(s.influence[i * p + k]));
    text += '\n';
  }
  return text;
}

}  // namespace surefoot
