#include "bootstrap/host_plan.hpp"

namespace surefoot {
namespace {

const double* known(const std::vector<double>& values) {
  return values.empty() ? nullptr : values.data();
}

}  // namespace

HostPlan::HostPlan(const Problem& problem, OptimiserName optimiser, std::span<const Mode> modes,
                   std::span<const Mode> others)
    : plan_(plan_of(problem, optimiser)) {
  for (const Mode& mode : modes) {
    ModeFacts facts{.eta = mode.eta.data(),
                    .hessian = known(mode.hessian),
                    .sd = known(mode.sd),
                    .tolerance = mode.tolerance,
                    .fall = mode.fall};
    if (mode.linear.landmarks) {
      const MetricOfMode& metric = metrics_.emplace_back(metric_of(mode, problem.box()));
      facts.pictures = static_cast<int>(mode.linear.jacobian.size() / mode.eta.size());
      facts.jacobian = mode.linear.jacobian.data();
      facts.metric = metric.damped.data();
      facts.axes = metric.axes.data();
      facts.rises = metric.rises.data();
    }
    facts_.push_back(facts);
    landmarks_.push_back(mode.linear.landmarks.get());
  }
  for (const Mode& other : others)
    others_.insert(others_.end(), other.eta.begin(), other.eta.end());
  plan_.modes = static_cast<int>(facts_.size());
  plan_.mode = facts_.data();
  plan_.others = static_cast<int>(others.size());
  plan_.other = others_.data();
}

}  // namespace surefoot
