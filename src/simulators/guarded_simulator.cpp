#include "simulators/guarded_simulator.hpp"

#include <fstream>
#include <type_traits>
#include <utility>

#include "simulators/header_call.hpp"
#include "simulators/plugin_object.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

class GuardedSimulator final : public BatchSimulator {
 public:
  explicit GuardedSimulator(HeaderSimulator inside)
      : inside_(std::move(inside)), simulator_(inside_.simulator) {}

  const HeaderSimulator& inside() const { return inside_; }

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
    return about(inside_.header,
                 [&] { return call_header(inside_.header, inside_.crash_mark, work); });
  }

  const HeaderSimulator inside_;
  const std::shared_ptr<const BatchSimulator> simulator_;
};

}  // namespace

std::shared_ptr<const BatchSimulator> guarded(HeaderSimulator simulator) {
  return std::make_shared<GuardedSimulator>(std::move(simulator));
}

std::optional<HeaderSimulator> inside_guard(
    const std::shared_ptr<const BatchSimulator>& simulator) {
  const auto* guarded = dynamic_cast<const GuardedSimulator*>(simulator.get());
  return guarded == nullptr ? std::nullopt : std::optional(guarded->inside());
}

std::string earlier_crash(const HeaderSimulator& simulator) {
  if (simulator.crash_mark.empty()) return {};
  std::ifstream mark(simulator.crash_mark);
  std::string line;
  std::getline(mark, line);
  return printable(line);
}

}  // namespace surefoot
