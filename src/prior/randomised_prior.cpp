#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/prior/randomised_prior.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

RandomisedPrior::RandomisedPrior(const ParameterSpace& space, const std::string& text,
                                 double weight)
    : weight_(weight) {
  const auto given = parse_marginals(text, space);
  for (std::size_t k = 0; k < space.free().size(); ++k) {
    const Parameter& p = space[space.free()[k]];
    auto found = given.find(p.name);
    if (found == given.end()) found = given.find("");
    if (found == given.end()) continue;
    terms_.push_back({static_cast<std::size_t>(space.free()[k]),
                      k,
                      p.name,
                      {p.transform, p.lower, p.upper},
                      CutMarginal(found->second, p)});
  }
  if (terms_.empty())
    throw Error(
        Fault::usage,
        fmt::format("prior must be that of a parameter that is not fixed, but is '{}'", text));
}

std::string RandomisedPrior::text() const {
  std::string text;
  for (const Term& term : terms_)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", term.name,
                        to_text(term.marginal.marginal()));
  return text;
}

CutMarginal::Score RandomisedPrior::score(const Term& term, std::span<const double> eta) const {
  const double theta = term.axis.to_theta(eta[term.coordinate]);
  const auto [value, slope] = term.marginal.score(theta);
  return {value, slope * term.axis.slope(theta)};
}

std::vector<double> RandomisedPrior::centre_of_draw(std::uint64_t seed, std::uint32_t draw) const {
  std::vector<double> centre;
  for (const Term& term : terms_)
    centre.push_back(
        Noise({seed, draw, 0, static_cast<std::uint32_t>(term.coordinate), Purpose::prior})
            .normal());
  return centre;
}

void RandomisedPrior::place(std::span<const double> scores, std::span<double> theta) const {
  for (std::size_t i = 0; i < terms_.size(); ++i)
    theta[terms_[i].parameter] = terms_[i].marginal.quantile(normal_cdf(scores[i]));
}

}  // namespace surefoot
