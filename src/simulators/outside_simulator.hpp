#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include <surefoot/batch/batch.hpp>

namespace surefoot {

/// A simulator that runs in processes beside ours: a program, or a header that is isolated.
class OutsideSimulator : public BatchSimulator {
 public:
  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const final {
    return simulate(theta, latents, derivatives, {}, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const final {
    return simulate(theta, latents, derivatives, {}, out);
  }

  /// The same in a run that may be stopped: a call that is under way then ends by Interrupted.
  virtual bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                        Derivatives derivatives, const std::stop_token& stop,
                        Simulation<float>& out) const = 0;
  virtual bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                        Derivatives derivatives, const std::stop_token& stop,
                        Simulation<double>& out) const = 0;

  /// What users should know of its processes after a run; empty if all went well.
  virtual std::vector<std::string> warnings() const = 0;
};

}  // namespace surefoot
