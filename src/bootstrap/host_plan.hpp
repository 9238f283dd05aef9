#pragma once

#include <surefoot/bootstrap/solver.hpp>

namespace surefoot {

/// What draws on the host are told of a run, with the memory that it refers to
/// beside the modes themselves.
class HostPlan {
 public:
  HostPlan(const Problem& problem, OptimiserName optimiser, std::span<const Mode> modes,
           std::span<const Mode> others = {});
  HostPlan(const Problem& problem, const Modes& modes)
      : HostPlan(problem, modes.optimiser, modes.list, modes.others) {}
  HostPlan(const HostPlan&) = delete;
  HostPlan& operator=(const HostPlan&) = delete;

  const DrawPlan& plan() const { return plan_; }
  std::span<const Landmarks* const> landmarks() const { return landmarks_; }

 private:
  std::vector<ModeFacts> facts_;
  std::vector<MetricOfMode> metrics_;
  std::vector<const Landmarks*> landmarks_;
  std::vector<double> others_;
  DrawPlan plan_;
};

}  // namespace surefoot
