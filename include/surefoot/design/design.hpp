#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <surefoot/latents/latents.hpp>
#include <surefoot/latents/statistic.hpp>
#include <surefoot/model.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// Places the latent points of a simulator.  What is the same for all draws is
/// made once; `fill` makes the points of one draw (and step).
class LatentDesign {
 public:
  /// `design` is one of quadrature, sobol or iid.  Throws Fault::usage for
  /// quadrature with other than one latent, and for more latents than Sobol
  /// points exist for.
  LatentDesign(Design design, int simulations, std::vector<LatentKind> kinds,
               Mass mass = Mass::fixed);

  int simulations() const { return simulations_; }

  /// The diagonal of A does not depend on theta, so it does no harm while the mass is fixed.  A
  /// mass that is estimated would be too small by it, unless the points resolve the kernel, as
  /// Sobol points of few latents do.
  Statistic statistic() const { return statistic_; }

  /// Quadrature nodes do not depend on the coordinates.
  bool random() const { return design_ != Design::quadrature; }

  /// Sobol points before they are scrambled, latents x padded(simulations); empty for other
  /// designs.
  std::span<const std::uint32_t> sobol() const { return sobol_; }

  void fill(const Coordinates& at, LatentTable<float>& table) const;
  void fill(const Coordinates& at, LatentTable<double>& table) const;

 private:
  template <class Real>
  void fill_any(const Coordinates& at, LatentTable<Real>& table) const;

  Design design_;
  int simulations_;
  Statistic statistic_;
  std::vector<LatentKind> kinds_;
  std::vector<std::uint32_t> sobol_;  // latents x padded(simulations)
};

/// The design that `auto` stands for: the closed form if there is one,
/// quadrature for one latent, Sobol points up to twelve, independent points
/// beyond.
Design automatic_design(int latents, bool closed_form);

/// How many simulations a design takes by default for n observations.  Noise of
/// the simulator's own (no latents) is rough as well as independent: twice as many
/// smooth it.  With more than four latents a few hundred Sobol points are hardly better than
/// independent ones.
int default_simulations(Design design, std::size_t observations, std::size_t latents);

/// Observations at theta by independent latents, row by row.
Sample simulate_iid(const Model& model, std::span<const double> theta, int observations,
                    const Coordinates& at);

}  // namespace surefoot
