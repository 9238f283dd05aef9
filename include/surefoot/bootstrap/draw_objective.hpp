#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include <surefoot/bootstrap/bootstrap_objective.hpp>
#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/objective/mmd.hpp>
#include <surefoot/objective/target.hpp>

namespace surefoot {

struct AtomFields;

/// What an evaluation of a draw's objective found: the model at one eta,
/// embedded by its simulated observations.
class EmbeddedModel {
 public:
  EmbeddedModel(double value_there, double mass_there) : value(value_there), mass(mass_there) {}
  virtual ~EmbeddedModel() = default;

  const double value;  // of the objective, a prior's part included
  const double mass;   // in force

  /// mu_theta at points of the data space (one after the other, in units of the
  /// column scales).
  virtual std::vector<double> field(std::span<const double> points) const = 0;

  /// Some of the simulated observations, one after the other, in units of the
  /// column scales.
  virtual std::vector<double> some_observations(int count) const = 0;

  /// All of them, coordinate by coordinate, and their weights; beyond their
  /// number both are padded, with weights of 0.
  virtual std::vector<double> coordinates() const = 0;
  virtual std::vector<double> weights() const = 0;
};

/// The objective of one draw: MMD^2 between P_W and the simulator, less the
/// term that does not depend on theta, and the prior on theta if there is one.
class DrawObjective : public BootstrapObjective {
 public:
  using BootstrapObjective::BootstrapObjective;

  /// The mass in force at eta, the true MMD^2 there, data term included, and E k(Y, Y').
  struct Report {
    double mass;
    double mmd2;
    double self;
  };
  virtual Report report(std::span<const double> eta) = 0;

  /// Leaves out what the model at eta does not explain of the draw's data (explained_shares);
  /// false if nothing changes by that, or there is no value.
  virtual bool trim(std::span<const double> eta) = 0;

  /// What data and model embed to at the draw's atoms under the kernel that trimming looks with,
  /// each atom included; null if there is no value, or nothing is trimmed.
  virtual const AtomFields* atom_fields(std::span<const double> eta) = 0;

  /// The shares in force, one for each atom; empty if all count in full.
  virtual std::span<const double> shares() const = 0;

  /// Evaluates at eta; null if there is no value.  For designs that simulate.
  virtual std::unique_ptr<const EmbeddedModel> model_at(std::span<const double> eta) = 0;

  /// mu_W at points of the data space.
  virtual std::vector<double> target_field(std::span<const double> points) = 0;

  /// How the coordinates of the model at eta move with coordinate k of eta, by
  /// the simulator's own derivatives.  Empty if it fails or has none.
  virtual std::vector<double> pathwise_slopes(std::span<const double> eta, std::size_t k) = 0;
};

/// In the precision that the problem asks for.
std::unique_ptr<DrawObjective> make_draw_objective(const Problem& problem, std::stop_token stop);

}  // namespace surefoot
