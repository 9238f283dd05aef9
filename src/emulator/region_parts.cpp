#include "emulator/region_parts.hpp"

#include <algorithm>

namespace surefoot {
namespace {

/// A part with its draws and its polynomial.
struct PartOfRegion {
  Region region;
  std::vector<Eigen::VectorXd> draws;
  std::optional<PolynomialFit> fit;
};

class Bisection {
 public:
  Bisection(const PicturedPlaces& seen, const PlaceDesign& design, RegionSize size)
      : seen_(seen), design_(design), size_(size) {}

  PartOfRegion part(Region region, std::vector<Eigen::VectorXd> draws) const {
    auto fit = seen_.polynomial_in(region, size_.cut, size_.reach);
    return {std::move(region), std::move(draws), std::move(fit)};
  }

  /// Parts that have too few draws or places stay.
  std::vector<PartOfRegion> halves_of(std::vector<PartOfRegion> parts) const {
    constexpr std::size_t fewest_draws = 60;
    std::vector<PartOfRegion> result;
    for (PartOfRegion& whole : parts) {
      std::vector<PartOfRegion> halves;
      if (whole.draws.size() >= 2 * fewest_draws) {
        std::sort(whole.draws.begin(), whole.draws.end(), [&](const auto& a, const auto& b) {
          return whole.region.u(a)[0] < whole.region.u(b)[0];
        });
        const auto middle = whole.draws.begin() + std::ssize(whole.draws) / 2;
        halves.push_back(part_around({whole.draws.begin(), middle}));
        halves.push_back(part_around({middle, whole.draws.end()}));
      }
      if (!halves.empty() && halves[0].fit && halves[1].fit)
        std::move(halves.begin(), halves.end(), std::back_inserter(result));
      else
        result.push_back(std::move(whole));
    }
    return result;
  }

 private:
  PartOfRegion part_around(std::vector<Eigen::VectorXd> draws) const {
    Region region = design_.region_of(draws, 1.0);
    region.bend_along(draws);
    return part(std::move(region), std::move(draws));
  }

  const PicturedPlaces& seen_;
  const PlaceDesign& design_;
  RegionSize size_;
};

/// Means over draws of the variance of the map's error and of lack of fit, which is a part of it.
struct ErrorAtDraws {
  double all = 0.0, lack = 0.0;
};

ErrorAtDraws error_at_draws(const std::vector<PartOfRegion>& parts) {
  constexpr std::size_t one_in = 4;
  ErrorAtDraws error;
  double count = 0.0;
  for (const PartOfRegion& part : parts)
    for (std::size_t i = 0; i < part.draws.size(); i += one_in, count += 1.0) {
      const Eigen::VectorXd u = part.region.u(part.draws[i]);
      const double lack = part.fit->lack_of_fit(u);
      error.lack += lack;
      error.all += lack + part.fit->variance(u);
    }
  return {error.all / count, error.lack / count};
}

}  // namespace

RegionParts parts_of(const Region& whole, std::vector<Eigen::VectorXd> draws,
                     const PicturedPlaces& seen, const PlaceDesign& design, RegionSize size,
                     int most) {
  constexpr double noticeable = 0.02;  // lack of fit, over the variance of the data
  const Bisection bisection(seen, design, size);
  std::vector<PartOfRegion> parts{bisection.part(whole, std::move(draws))};
  if (!parts.front().fit) return {};
  RegionParts best{{*parts.front().fit}};
  ErrorAtDraws error = error_at_draws(parts);
  double least = error.all;
  const auto n = double(seen.data()->rows.cols());
  for (int k = 1; k <= most && error.lack * n > noticeable; ++k) {
    parts = bisection.halves_of(std::move(parts));
    error = error_at_draws(parts);
    if (!(error.all < least)) continue;
    least = error.all;
    best = {{}, k};
    for (const PartOfRegion& part : parts) best.fits.push_back(*part.fit);
  }
  return best;
}

}  // namespace surefoot
