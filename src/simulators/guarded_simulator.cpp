#include "simulators/guarded_simulator.hpp"

#include <type_traits>
#include <utility>

#include "simulators/header_call.hpp"
#include "simulators/plugin_object.hpp"

namespace surefoot {
namespace {

class GuardedSimulator final : public BatchSimulator {
 public:
  GuardedSimulator(std::shared_ptr<const BatchSimulator> simulator, std::string header)
      : simulator_(std::move(simulator)), header_(std::move(header)) {}

  bool differentiable() const override { return simulator_->differentiable(); }
  bool stores_jacobian() const override { return simulator_->stores_jacobian(); }
  std::int64_t calls() const override { return simulator_->calls(); }

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override {
    return call([&] { return simulator_->simulate(theta, latents, derivatives, out); });
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override {
    return call([&] { return simulator_->simulate(theta, latents, derivatives, out); });
  }
  void pull_back(const Simulation<float>& at, std::span<const double> slope,
                 std::span<double> gradient) const override {
    call([&] { simulator_->pull_back(at, slope, gradient); });
  }
  void pull_back(const Simulation<double>& at, std::span<const double> slope,
                 std::span<double> gradient) const override {
    call([&] { simulator_->pull_back(at, slope, gradient); });
  }

 private:
  template <class Work>
  std::invoke_result_t<const Work&> call(const Work& work) const {
    return about(header_, [&] { return call_header(header_, work); });
  }

  const std::shared_ptr<const BatchSimulator> simulator_;
  const std::string header_;
};

}  // namespace

std::shared_ptr<const BatchSimulator> guarded(std::shared_ptr<const BatchSimulator> simulator,
                                              const std::string& header) {
  return std::make_shared<GuardedSimulator>(std::move(simulator), header);
}

}  // namespace surefoot
