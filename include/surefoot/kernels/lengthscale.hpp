#pragma once

#include <cstdint>
#include <string>

#include <surefoot/data/sample.hpp>

namespace surefoot {

/// The median heuristic: a lengthscale at which the typical pair of
/// observations is neither the same point nor infinitely far apart,
///
///     l = sqrt(median |x_i - x_j|^2 / 2)   over all pairs i < j.
///
/// A median, not a mean, so that a minority of outliers cannot move it far.
/// This is what the code of Dellaporta et al. (2022) does, except that it also
/// counts the distances of each observation to itself; their text leaves out
/// the half (median_paper_lengthscale).
///
/// Forms all pairs of at most 2048 observations, chosen at random beyond that.
/// Throws Fault::data if there is one observation only, or if half the pairs
/// coincide, since no lengthscale would then tell the observations apart.
double median_lengthscale(const Sample& observations, std::uint64_t seed = 0);

/// The same without the half: sqrt(median |x_i - x_j|^2).
double median_paper_lengthscale(const Sample& observations, std::uint64_t seed = 0);

/// The rule of Bernton et al. (2019) for their ABC: the median of |x_i - x_j|_1
/// over all i and j, distances of observations to themselves included.
double median_l1_lengthscale(const Sample& observations, std::uint64_t seed = 0);

/// `factor` times a quantile of |x_i - x_j| over all pairs i < j, as the others otherwise.  That of
/// 25 % is one of pairs without outliers as long as these are fewer than half of the observations.
double quantile_lengthscale(const Sample& observations, double probability, double factor,
                            std::uint64_t seed = 0);

/// The rule that looks at the model, too, for method npl-mmd.
inline constexpr const char* auto_lengthscale = "auto";

/// The lengthscale that a setting asks for: a positive number, `median`,
/// `median-paper`, `median-l1`, `quantile:PROBABILITY:FACTOR` or `auto`, which here is a
/// quantile to begin with.  Throws Fault::usage for anything else, `median-prior`
/// included, which takes more than observations.
double choose_lengthscale(const std::string& rule, const Sample& observations,
                          std::uint64_t seed = 0);

/// Whether the setting is a rule, not a number.
bool is_lengthscale_rule(const std::string& rule);

}  // namespace surefoot
