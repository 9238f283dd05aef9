#include <surefoot/likelihood.hpp>

namespace surefoot {

std::optional<std::vector<double>> Likelihood::maximiser(const Sample&,
                                                         std::span<const double>) const {
  return std::nullopt;
}

std::optional<Likelihood::Normal> Likelihood::posterior(const ParameterPrior&,
                                                        const Sample&) const {
  return std::nullopt;
}

}  // namespace surefoot
