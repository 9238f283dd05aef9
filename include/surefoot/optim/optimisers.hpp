#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace surefoot {

enum class OptimiserName {
  automatic,
  bfgs,
  gauss_newton,
  adam,
  sgd,
  bobyqa,
  sbplx,
  nelder_mead,
  crs2,
  powell
};

/// What an optimiser asks of an objective: its values, gradients too, or what the
/// squares are taken of.
enum class Needs { values, gradients, residuals };

/// A search of NLopt's by values alone.
struct DerivativeFree {
  const char* name = nullptr;  // that NLopt knows it by; null: it is not one of NLopt's
  bool global = false;         // searches the whole box by random points, and uses the seed
  bool fits = false;           // a surface through values, which no failure may dwarf

  static const DerivativeFree bobyqa, sbplx, nelder_mead, crs2;
};
inline constexpr DerivativeFree DerivativeFree::bobyqa{.name = "LN_BOBYQA", .fits = true};
inline constexpr DerivativeFree DerivativeFree::sbplx{.name = "LN_SBPLX"};
inline constexpr DerivativeFree DerivativeFree::nelder_mead{.name = "LN_NELDERMEAD"};
inline constexpr DerivativeFree DerivativeFree::crs2{.name = "GN_CRS2_LM", .global = true};

/// All that settings, refusals and methods know of an optimiser.
struct OptimiserFacts {
  OptimiserName name;
  std::string_view word;
  Needs needs;
  bool follows_modes;      // goes downhill from minima on the observations; others start anew
  bool takes_fresh_noise;  // an objective that is another one at every step
  int steps;               // at most, by default; evaluations where it uses values alone
  DerivativeFree nlopt = {};
};

/// One row for each, in the order of the names.
inline constexpr auto optimisers = std::to_array<OptimiserFacts>({
    // Chosen for the problem, so that it takes whatever there is.
    {OptimiserName::automatic, "auto", Needs::gradients, true, true, 200},
    {OptimiserName::bfgs, "bfgs", Needs::gradients, true, false, 200},
    {OptimiserName::gauss_newton, "gauss-newton", Needs::residuals, true, false, 200},
    {OptimiserName::adam, "adam", Needs::gradients, false, true, 1000},
    {OptimiserName::sgd, "sgd", Needs::gradients, false, true, 1000},
    {OptimiserName::bobyqa, "bobyqa", Needs::values, true, false, 1000, DerivativeFree::bobyqa},
    {OptimiserName::sbplx, "sbplx", Needs::values, true, false, 1000, DerivativeFree::sbplx},
    {OptimiserName::nelder_mead, "nelder-mead", Needs::values, true, false, 1000,
     DerivativeFree::nelder_mead},
    {OptimiserName::crs2, "crs2", Needs::values, true, false, 1000, DerivativeFree::crs2},
    {OptimiserName::powell, "powell", Needs::values, true, false, 1000},
});

constexpr const OptimiserFacts& facts_of(OptimiserName name) {
  return optimisers[static_cast<std::size_t>(name)];
}

static_assert(
    [] {
      for (std::size_t k = 0; k < optimisers.size(); ++k)
        if (static_cast<std::size_t>(optimisers[k].name) != k) return false;
      return true;
    }(),
    "the rows of `optimisers` must stand in the order of OptimiserName, none left out");

constexpr bool is_derivative_free(OptimiserName name) {
  return facts_of(name).needs == Needs::values;
}
constexpr bool follows_modes(OptimiserName name) { return facts_of(name).follows_modes; }
constexpr bool takes_fresh_noise(OptimiserName name) { return facts_of(name).takes_fresh_noise; }
constexpr int default_steps(OptimiserName name) { return facts_of(name).steps; }

/// The words of those that fit, for messages: "adam or sgd".
template <class Fits>
std::string optimiser_words(std::string_view joint, Fits fits) {
  std::string text;
  const auto count = std::count_if(optimisers.begin(), optimisers.end(), fits);
  std::ptrdiff_t written = 0;
  for (const OptimiserFacts& facts : optimisers)
    if (fits(facts)) {
      if (written > 0) text += written + 1 == count ? joint : ", ";
      text += facts.word;
      ++written;
    }
  return text;
}

/// Those that noise fresh may go with.
inline std::string optimisers_for_fresh_noise() {
  return optimiser_words(" or ", [](const OptimiserFacts& facts) {
    return facts.takes_fresh_noise && facts.name != OptimiserName::automatic;
  });
}

}  // namespace surefoot
