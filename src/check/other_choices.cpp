#include "check/other_choices.hpp"

#include <optional>

#include <fmt/format.h>

#include "bootstrap/mmd_settings.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

/// A kernel of the same lengthscales with heavier or lighter tails.
std::optional<OtherChoice> another_kernel(const Problem& problem) {
  const auto& terms = problem.comparison->kernel.terms();
  if (terms.size() != 1 || !terms.front().lengthscale) return std::nullopt;
  const std::string other = terms.front().family == "gaussian" ? "matern52" : "gaussian";
  const Kernel kernel(std::vector<KernelTerm>{{other, terms.front().lengthscale, {}}});
  if (problem.comparison->closed_form && !problem.simulation->model.closed_form(kernel))
    return std::nullopt;
  return OtherChoice{"kernel", other, with_kernel(problem, kernel)};
}

}  // namespace

std::vector<OtherChoice> other_choices(const Problem& problem) {
  const FitConfig& s = *problem.settings;
  // What the fit leaves out of the data stays out unless it is put back.
  const auto robust = [&](Mass mass, Trim trim) {
    return with_robustness(trim.on() ? problem : with_shares(problem, {}), mass, trim);
  };
  std::vector<OtherChoice> list;
  for (const double factor : {0.5, 2.0})
    if (auto other = with_lengthscales_times(problem, factor))
      list.push_back({"lengthscale", fmt::format("{:.4g}", other->comparison->lengthscales.front()),
                      std::move(*other)});
  if (auto other = another_kernel(problem)) list.push_back(std::move(*other));
  const bool stays = s.noise != NoisePolicy::fresh && !s.resample;
  if (problem.comparison->kernel.bounded()) {
    const Mass mass = s.mass == Mass::free ? Mass::fixed : Mass::free;
    list.push_back({"mass", std::string(to_word(mass)),
                    robust(mass, mass == Mass::free && stays ? usual_trim : Trim{})});
  }
  if (s.trim->on())
    list.push_back({"trim", "none", robust(*s.mass, Trim{})});
  else if (s.mass == Mass::free && stays)
    list.push_back({"trim", shortest(usual_trim.tau), robust(*s.mass, usual_trim)});
  if (problem.simulation->design) {
    const int twice = 2 * problem.simulations();
    list.push_back({"simulations", std::to_string(twice), with_simulations(problem, twice)});
  }
  return list;
}

}  // namespace surefoot
