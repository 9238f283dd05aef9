#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include <surefoot/draws/events.hpp>
#include <surefoot/optim/objective.hpp>
#include <surefoot/parameters.hpp>

namespace surefoot {

class RandomisedPrior;

/// What a bootstrap minimises, whatever it compares: a function of a draw's
/// weights and of theta, on the optimiser's scale, that counts what it costs.
/// A prior on theta, if there is one, is a part of it.
/// One worker owns one and takes draw after draw with it.
class BootstrapObjective : public Objective {
 public:
  /// The draw whose random numbers serve the search for starts, and all draws
  /// under shared noise.
  static constexpr std::uint32_t common_draw = 0xffffffffU;

  /// `difference_step` is that of differences that stand for derivatives, in
  /// scales of the box; the space must outlive the objective.
  BootstrapObjective(const ParameterSpace& space, const Box& box, double difference_step,
                     std::stop_token stop, std::shared_ptr<const RandomisedPrior> prior = {});

  /// Takes the weights and random numbers of draw number `draw`.
  virtual void begin_draw(std::uint32_t draw) = 0;

  /// Takes the observations with equal weights, and the common random numbers.
  virtual void begin_data() = 0;

  /// Infinite where there is no value.  Throws Interrupted when the run is to
  /// stop.
  double operator()(std::span<const double> eta, std::span<double> gradient) final;

  /// Whether a value depends, by rounding, on those before it since the last
  /// `begin`.
  virtual bool remembers() const { return false; }

  /// The prior's part as least squares take it: its sum of squares is that of `prior_rows` less
  /// `prior_targets`, which are empty without a prior.
  std::vector<double> prior_rows(std::span<const double> eta) const;
  std::vector<double> prior_targets() const;

  /// The prior's part of the value at eta; 0 without one.
  double prior_part(std::span<const double> eta) const { return add_prior(eta, {}); }

  /// Since the objective was made; draws are told apart by differences.
  int evaluations() const { return evaluations_; }
  std::int64_t simulator_calls() const { return simulator_calls_; }

  /// Whether the prior of the draw in force was cut.
  bool prior_cut() const { return prior_cut_; }

 protected:
  /// Whether `value` can give a gradient; else it is made of central
  /// differences.
  virtual bool differentiable() const = 0;

  /// The value at a theta of the natural scale, and the gradient there unless
  /// the span is empty; it is 0 before.
  virtual double value(std::span<const double> theta, std::span<double> gradient) = 0;

  /// Takes the prior's random centre of a draw, or its middle for the observations.
  void centre_prior_of_draw(std::uint64_t seed, std::uint32_t draw);
  void centre_prior_of_data();

  /// Counts an evaluation at eta, whose theta it returns.
  std::span<const double> begin_evaluation(std::span<const double> eta);

  std::int64_t simulator_calls_ = 0;
  bool prior_cut_ = false;

 private:
  double without_prior(std::span<const double> eta, std::span<double> gradient);
  double evaluate(std::span<const double> eta, std::span<double> gradient);
  double add_prior(std::span<const double> eta, std::span<double> gradient) const;

  const ParameterSpace& space_;
  Box box_;
  double difference_step_;
  std::stop_token stop_;
  int evaluations_ = 0;
  std::vector<double> theta_, theta_gradient_;
  std::shared_ptr<const RandomisedPrior> prior_;  // null: none
  std::vector<double> prior_centre_;
};

}  // namespace surefoot
