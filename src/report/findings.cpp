#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/report/findings.hpp>

#include "report/percent.hpp"

namespace surefoot {
namespace {

constexpr double doubt = 0.05;      // a p-value up to which the model is doubted
constexpr double far_in_sds = 1.0;  // a move that another choice should not make

/// The mean mass of the draws that did not fail.
double mean_mass(const Draws& draws) {
  double sum = 0.0, count = 0.0;
  for (const DrawInfo& info : draws.info)
    if (!is_failed(info.status)) {
      sum += info.mass;
      ++count;
    }
  return sum / count;
}

std::string place_text(const WitnessPlace& place) {
  std::string text = fmt::format("{:.3g}", fmt::join(place.place, ", "));
  return place.place.size() > 1 ? "(" + text + ")" : text;
}

/// "20 (19.6 %)", joined by "and".
std::string places_text(const std::vector<WitnessPlace>& places, bool too_much) {
  constexpr std::size_t most = 3;
  std::vector<std::string> words;
  for (const WitnessPlace& place : places)
    if ((place.z > 0.0) == too_much && words.size() < most)
      words.push_back(fmt::format("{} ({})", place_text(place), percent(place.share)));
  return fmt::format("{}", fmt::join(words, " and "));
}

std::string p_text(const CompositeTest& test, double tolerance) {
  const double p = test.p_value(tolerance);
  const bool smallest = p * (1.0 + static_cast<double>(test.replicates.size())) < 1.5;
  return fmt::format("p {} {:.2g}", smallest ? "<=" : "=", p);
}

std::string verdict(const CompositeTest& test, double tolerance) {
  const auto replicates = test.replicates.size();
  if (test.p_value() > doubt)
    return fmt::format("nothing speaks against the model ({} by {} simulated data sets)",
                       p_text(test, 0.0), replicates);
  const std::string wrong =
      fmt::format("the model does not fit all of the data ({} by {} simulated data sets)",
                  p_text(test, 0.0), replicates);
  if (!(tolerance > 0.0)) return wrong;
  return fmt::format("{}, {} {:.3g} % of outliers ({})", wrong,
                     test.p_value(tolerance) > doubt ? "but no more than" : "and is wrong beyond",
                     100.0 * tolerance, p_text(test, tolerance));
}

/// Parameters, and the choices that move them far.
std::string dependence(const Fit& fit) {
  std::vector<std::string> parameters, choices;
  const auto add = [](std::vector<std::string>& list, const std::string& word) {
    if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
  };
  for (const Sensitivity& s : fit.check->sensitivities)
    for (std::size_t k = 0; k < s.best_moves().size(); ++k)
      if (std::abs(s.best_moves()[k]) > far_in_sds) {
        add(parameters, fit.draws.names[k]);
        add(choices, s.setting + " " + s.value);
      }
  if (parameters.empty()) return "";
  return fmt::format("{} would move by more than {:.2g} posterior sd with {}",
                     fmt::join(parameters, ", "), far_in_sds, fmt::join(choices, " or "));
}

}  // namespace

std::vector<std::string> findings(const Fit& fit, double tolerance) {
  std::vector<std::string> sentences;
  if (!fit.check) return sentences;
  const ModelCheck& check = *fit.check;
  const std::string excess = places_text(check.places, true);
  const std::string missing = places_text(check.places, false);
  if (fit.settings.mass == Mass::free)
    sentences.push_back(
        fmt::format("the model explains {:.0f} % of the data", 100.0 * mean_mass(fit.draws)) +
        (excess.empty() ? "" : fmt::format("; more than it explains lies around {}", excess)));
  else if (!excess.empty())
    sentences.push_back(fmt::format("more data than the model explains lie around {}", excess));
  if (!missing.empty())
    sentences.push_back(fmt::format("the model expects more than there is around {}", missing));
  if (check.test) sentences.push_back(verdict(*check.test, tolerance));
  if (std::string text = dependence(fit); !text.empty()) sentences.push_back(std::move(text));
  return sentences;
}

}  // namespace surefoot
