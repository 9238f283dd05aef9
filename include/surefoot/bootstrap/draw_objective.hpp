#pragma once

#include <cstdint>
#include <stop_token>

#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/objective/mmd.hpp>
#include <surefoot/objective/target.hpp>

namespace surefoot {

/// Thrown out of a minimisation when the run is to stop; its draw is not kept.
struct Interrupted {};

/// The objective of one draw: MMD^2 between P_W and the simulator, less the
/// term that does not depend on theta, as a function on the optimiser's scale.
/// One worker owns one and takes draw after draw with it.
class DrawObjective : public Objective {
 public:
  /// The draw whose latent points serve the search for starts, and all draws
  /// under shared noise.
  static constexpr std::uint32_t common_draw = 0xffffffffU;

  /// Takes the weights and latent points of draw number `draw`.
  virtual void begin_draw(std::uint32_t draw) = 0;

  /// Takes the observations with equal weights, and the common latent points.
  virtual void begin_data() = 0;

  /// The mass in force at eta, and the true MMD^2 there, data term included.
  struct Report {
    double mass;
    double mmd2;
  };
  virtual Report report(std::span<const double> eta) = 0;

  /// The embeddings themselves, mu_theta at the eta that was evaluated last and
  /// mu_W, at points of the data space (one after the other, in units of the
  /// column scales).  For designs that simulate.
  virtual std::vector<double> model_field(std::span<const double> points) = 0;
  virtual std::vector<double> target_field(std::span<const double> points) = 0;

  /// For each coordinate of eta, the part of what a step of `step` scales there
  /// and back does to the simulations that their pathwise derivatives do not
  /// explain: 0 for a simulator that follows them, 1 where they see nothing.
  /// Empty if the simulator fails or has no derivatives to compare with.
  virtual std::vector<double> unexplained_moves(std::span<const double> eta, double step) = 0;

  /// Some of the simulated observations at the eta that was evaluated last, in
  /// units of the column scales, one after the other.
  virtual std::vector<double> some_simulations(int count) = 0;

  /// The mass in force at the eta that was evaluated last.
  double last_mass() const { return last_mass_; }

  /// Since the objective was made; draws are told apart by differences.
  int evaluations() const { return evaluations_; }
  std::int64_t simulator_calls() const { return simulator_calls_; }
  bool prior_cut() const { return prior_cut_; }

 protected:
  int evaluations_ = 0;
  std::int64_t simulator_calls_ = 0;
  bool prior_cut_ = false;
  double last_mass_ = 1.0;
};

/// In the precision that the problem asks for.
std::unique_ptr<DrawObjective> make_draw_objective(const Problem& problem, std::stop_token stop);

}  // namespace surefoot
