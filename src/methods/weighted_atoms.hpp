#pragma once

#include <surefoot/data/sample.hpp>
#include <surefoot/prior/dirichlet_process.hpp>

namespace surefoot {

/// The distribution P_W of one draw: the observations, then the
/// pseudo-observations of the prior, with their weights.
class WeightedAtoms {
 public:
  WeightedAtoms(const Sample& observations, const DirichletProcess& prior, std::uint64_t seed)
      : observations_(observations), prior_(prior), seed_(seed) {}

  void take_draw(std::uint32_t draw) {
    dirichlet_process_draw(prior_, observations_.size(), seed_, draw, draw_);
    all_ = {};
    if (draw_.pseudo.empty()) return;
    std::vector<double> values(observations_.values().begin(), observations_.values().end());
    values.insert(values.end(), draw_.pseudo.begin(), draw_.pseudo.end());
    all_ = Sample(std::move(values), observations_.dimension());
  }

  /// The observations with equal weights.
  void take_data() {
    const std::size_t n = observations_.size();
    draw_.weights.assign(n, 1.0 / static_cast<double>(n));
    draw_.cut = false;
    all_ = {};
  }

  const Sample& points() const { return all_.size() == 0 ? observations_ : all_; }
  std::span<const double> weights() const { return draw_.weights; }

  /// Whether the prior of the draw was cut.
  bool cut() const { return draw_.cut; }

 private:
  const Sample& observations_;
  const DirichletProcess& prior_;
  std::uint64_t seed_;
  DirichletDraw draw_;
  Sample all_;  // empty without pseudo-observations
};

}  // namespace surefoot
