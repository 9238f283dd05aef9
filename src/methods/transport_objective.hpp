#pragma once

#include <optional>

#include <surefoot/design/design.hpp>
#include <surefoot/transport/exact.hpp>
#include <surefoot/transport/sinkhorn.hpp>
#include <surefoot/transport/sorted.hpp>

#include "methods/weighted_bootstrap.hpp"

namespace surefoot {

/// The cost of moving P_W to m simulated observations of equal weight,
///
///     min over plans P of sum_aj P_aj |z_a - y_j(theta)|^order,
///
/// not rooted, under the transport, order and noise of the settings.  Along a
/// draw the latent points stay the same, unless the noise is fresh: then each
/// evaluation has its own.
///
/// How the cost changes with theta follows from the best plan alone (the envelope
/// theorem), except for the plan of sinkhorn, which is not the best one.
class TransportObjective final : public WeightedObjective {
 public:
  TransportObjective(const WeightedProblem& problem, const LatentDesign& design);

  bool noisy() const override { return fresh_; }
  bool remembers() const override { return true; }  // the plan, from which the next one is sought

 private:
  void begin(std::uint32_t draw) override;
  bool differentiable() const override;
  double value(std::span<const double> theta, std::span<double> gradient) override;

  void place_latents(std::uint32_t step);
  bool simulate(std::span<const double> theta, Derivatives derivatives);
  double cost(bool plan);
  std::span<const Shipment> plan() const;
  void collect_slopes();

  const LatentDesign& design_;
  const FitConfig& settings_;
  std::optional<SortedTransport> sorted_;
  ExactTransport exact_;
  SinkhornTransport sinkhorn_;
  bool fresh_ = false;
  std::uint32_t noise_draw_ = 0;
  std::uint32_t step_ = 0;
  LatentTable<double> latents_;
  Simulation<double> simulation_;
  std::vector<double> y_;       // the simulated observations, row by row
  std::vector<double> slopes_;  // of the cost in them, column by column as the simulator has them
};

}  // namespace surefoot
