#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/model.hpp>
#include <surefoot/prior/parameter_prior.hpp>

#include "special_numbers.hpp"

namespace surefoot {

ParameterPrior::ParameterPrior(const ParameterSpace& space, std::vector<Marginal> marginals)
    : space_(space), marginals_(std::move(marginals)) {
  for (std::size_t k = 0; k < marginals_.size(); ++k) {
    cut_.emplace_back(marginals_[k], space_[space_.free()[k]]);
    uncut_ &= cut_.back().uncut();
  }
}

void ParameterPrior::draw(Noise& noise, std::span<double> eta) const {
  std::vector<double> theta(static_cast<std::size_t>(space_.size()), 0.0);
  for (std::size_t k = 0; k < cut_.size(); ++k)
    theta[static_cast<std::size_t>(space_.free()[k])] = cut_[k].draw(noise.uniform());
  space_.to_optimiser(theta, eta);
}

double ParameterPrior::log_density(std::span<const double> eta) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < cut_.size(); ++k) {
    if (!(eta[k] >= space_.lower()[k] && eta[k] <= space_.upper()[k])) return -infinite;
    const Parameter& p = space_[space_.free()[k]];
    const Axis axis{p.transform, p.lower, p.upper};
    const double theta = axis.to_theta(eta[k]);
    const double density = cut_[k].log_density(theta);
    if (density == -infinite) return -infinite;
    sum += density + std::log(axis.slope(theta));
  }
  return sum;
}

ParameterPrior make_parameter_prior(std::string& text, const Model& model,
                                    const ParameterSpace& space, const Sample& observations) {
  const auto given = parse_marginals(text, space);
  const auto offered = parse_marginals(model.prior ? model.prior(observations) : "", space);
  std::vector<Marginal> marginals;
  std::string in_force;
  for (const int k : space.free()) {
    const Parameter& p = space[k];
    std::optional<Marginal> found;
    for (const auto* list : {&given, &offered})
      for (const auto& name : {p.name, std::string()})
        if (const auto at = list->find(name); !found && at != list->end()) found = at->second;
    if (!found && std::isfinite(p.lower) && std::isfinite(p.upper))
      found = Marginal{Marginal::Family::uniform, p.lower, p.upper};
    if (!found)
      throw Error(Fault::usage,
                  fmt::format("{} needs a prior, because its box is infinite: prior {}=normal:... "
                              "or uniform:... would give one",
                              p.name, p.name));
    marginals.push_back(*found);
    in_force += fmt::format("{}{}={}", in_force.empty() ? "" : ",", p.name, to_text(*found));
  }
  text = in_force;
  return {space, std::move(marginals)};
}

}  // namespace surefoot
