#include "simulators/outside_simulator.hpp"

#include <memory>
#include <utility>

#include <surefoot/simulators/process.hpp>

namespace surefoot {
namespace {

/// An outside simulator in a run that may be stopped.
class StoppableSimulator final : public BatchSimulator {
 public:
  StoppableSimulator(std::shared_ptr<const OutsideSimulator> outside, std::stop_token stop)
      : outside_(std::move(outside)), stop_(std::move(stop)) {}

  bool differentiable() const override { return outside_->differentiable(); }
  std::int64_t calls() const override { return outside_->calls(); }
  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override {
    return outside_->simulate(theta, latents, derivatives, stop_, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override {
    return outside_->simulate(theta, latents, derivatives, stop_, out);
  }

 private:
  const std::shared_ptr<const OutsideSimulator> outside_;
  const std::stop_token stop_;
};

}  // namespace

Model stoppable(const Model& model, std::stop_token stop) {
  Model result = model;
  if (auto outside = std::dynamic_pointer_cast<const OutsideSimulator>(model.simulator))
    result.simulator = std::make_shared<StoppableSimulator>(std::move(outside), std::move(stop));
  return result;
}

std::vector<std::string> process_warnings(const Model& model) {
  const auto* simulator = dynamic_cast<const OutsideSimulator*>(model.simulator.get());
  return simulator == nullptr ? std::vector<std::string>{} : simulator->warnings();
}

}  // namespace surefoot
