#include "methods/kernel_score.hpp"

#include <algorithm>
#include <limits>

#include <surefoot/design/design.hpp>
#include <surefoot/objective/mmd.hpp>
#include <surefoot/objective/target.hpp>

namespace surefoot {
namespace {

/// The observations with equal weights, as the kernel sums read them.
template <class Real>
Target<Real> empirical(const Sample& x) {
  Target<Real> target(x, std::vector<double>(static_cast<std::size_t>(x.dimension()), 1.0));
  target.assign_empirical();
  return target;
}

double score_of(const Embeddings& e, std::size_t observations) {
  return static_cast<double>(observations) * combine(e, Mass::fixed).objective;
}

class ExactScore final : public KernelScore {
 public:
  ExactScore(const ScoreProblem& problem, const Sample& observations)
      : closed_form_(problem.closed_form),
        n_(observations.size()),
        x_(empirical<double>(observations)) {}

  double operator()(std::span<const double> theta) override {
    return score_of((*closed_form_)(theta, x_.points(), {}, {}), n_);
  }

 private:
  std::shared_ptr<const ClosedForm> closed_form_;
  std::size_t n_;
  Target<double> x_;
};

template <class Real>
class SimulatedScore final : public KernelScore {
 public:
  SimulatedScore(const ScoreProblem& problem, const Sample& observations, std::uint32_t stream)
      : problem_(problem),
        stream_(stream),
        n_(observations.size()),
        x_(empirical<Real>(observations)),
        groups_(std::min(latent_groups, problem.simulations)),
        one_group_(Design::iid, (problem.simulations + groups_ - 1) / groups_,
                   problem.model.latents) {
    LatentDesign(Design::iid, problem.simulations, problem.model.latents)
        .fill({problem.seed, stream, 0, 0, Purpose::simulation}, latents_);
    simulation_.resize(problem.simulations, problem.model.dimension,
                       problem.model.parameters.size(), Derivatives::no);
  }

  double operator()(std::span<const double> theta) override {
    if (!problem_.model.simulator->simulate(theta, latents_, Derivatives::no, simulation_))
      return std::numeric_limits<double>::infinity();
    const Points<Real> y{simulation_.count, simulation_.stride, simulation_.dimension,
                         simulation_.y.data(), latents_.weights.data()};
    const KernelSums& sums = problem_.kernel.sums();
    const double a = self_embedding(sums.self(y, nullptr), 1.0 / problem_.simulations,
                                    problem_.kernel.at_zero(), Statistic::u);
    return score_of({a, sums.cross(x_.points(), y, nullptr)}, n_);
  }

  void refresh(std::uint32_t step) override {
    Noise noise({problem_.seed, stream_, step, 0, Purpose::selection});
    group_ = std::min(static_cast<int>(noise.uniform() * groups_), groups_ - 1);
    one_group_.fill({problem_.seed, stream_, step, 0, Purpose::simulation}, other_);
    swap_group();
  }

  void restore() override { swap_group(); }

 private:
  /// Exchanges the points of the group with the other ones.
  void swap_group() {
    const std::int64_t m = problem_.simulations;
    const auto first = static_cast<std::ptrdiff_t>(m * group_ / groups_);
    const auto last = static_cast<std::ptrdiff_t>(m * (group_ + 1) / groups_);
    for (std::size_t k = 0; k < latents_.kinds.size(); ++k)
      std::swap_ranges(latents_.slot(k) + first, latents_.slot(k) + last, other_.slot(k));
  }

  const ScoreProblem& problem_;
  std::uint32_t stream_;
  std::size_t n_;
  Target<Real> x_;
  int groups_, group_ = 0;
  LatentDesign one_group_;
  LatentTable<Real> latents_, other_;
  Simulation<Real> simulation_;
};

}  // namespace

std::unique_ptr<KernelScore> make_kernel_score(const ScoreProblem& problem,
                                               const Sample& observations, std::uint32_t stream) {
  if (problem.closed_form) return std::make_unique<ExactScore>(problem, observations);
  if (problem.floats) return std::make_unique<SimulatedScore<float>>(problem, observations, stream);
  return std::make_unique<SimulatedScore<double>>(problem, observations, stream);
}

}  // namespace surefoot
