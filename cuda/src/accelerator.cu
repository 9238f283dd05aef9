#include <atomic>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/cuda/accelerator.cuh>
#include <surefoot/error.hpp>

#include "device_problem.hpp"

namespace surefoot::cuda {

void check(cudaError_t status, const std::string& what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // forget it
  throw Error(Fault::device, "cuda: the device failed " + what + ": " + cudaGetErrorString(status));
}

namespace {

struct Found {
  int count = 0;
  std::string missing;
};

/// Asked once: a driver or a device does not come later.
const Found& devices() {
  static const Found found = [] {
    Found f;
    const cudaError_t status = cudaGetDeviceCount(&f.count);
    if (status == cudaSuccess && f.count > 0) return f;
    cudaGetLastError();
    return Found{0, status == cudaSuccess ? "there is none" : cudaGetErrorString(status)};
  }();
  return found;
}

/// The results of tasks, which the device writes while the host looks on.
class Results {
 public:
  Results(std::size_t tasks, int starts)
      : list_(std::max<std::size_t>(tasks, 1)), starts_(static_cast<std::size_t>(starts)) {}

  DeviceResult* on_device() const { return list_.on_device(); }

  /// Draw number `row` of the run from the results of its starts: the best; none if one of them is
  /// not finished.
  std::optional<DeviceResult> draw(std::size_t row) const {
    std::int64_t calls = 0;
    int evaluations = 0;
    DeviceResult best{};
    for (std::size_t k = 0; k < starts_; ++k) {
      DeviceResult& one = list_[row * starts_ + k];
      // The rest of a result is there once this is.
      if (!std::atomic_ref(one.finished).load(std::memory_order_acquire)) return std::nullopt;
      calls += one.simulator_calls;
      evaluations += one.evaluations;
      if (k == 0 || better(one.draw.end, best.draw.end)) best = one;
    }
    best.simulator_calls = calls;
    best.evaluations = evaluations;
    return best;
  }

 private:
  MappedArray<DeviceResult> list_;
  std::size_t starts_;
};

/// The draws of a run, taken over from the device as they are finished.
class Harvest {
 public:
  Harvest(const Problem& problem, const DrawNumbers& numbers, const Results& results,
          const Events& events)
      : problem_(problem),
        numbers_(numbers),
        results_(results),
        events_(events),
        rows_(numbers.size()) {}

  /// Takes what is new, and tells of it.
  void gather() {
    const std::size_t before = progress_.done;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (!rows_[r])
        if (const auto one = results_.draw(r)) take(r, *one);
    if (progress_.done > before && events_.progress) events_.progress(progress_);
  }

  Draws draws() const {
    Draws draws;
    draws.names = problem_.space->parameters.names();
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (rows_[r]) draws.add(numbers_[r], rows_[r]->theta, rows_[r]->info);
    return draws;
  }

 private:
  struct Row {
    std::vector<double> theta;
    DrawInfo info;
  };

  void take(std::size_t r, const DeviceResult& result) {
    const ParameterSpace& space = problem_.space->parameters;
    const std::span<const double> eta(result.eta, space.free().size());
    const bool failed = result.draw.end.ending == Ending::failed;
    Row row{std::vector<double>(static_cast<std::size_t>(space.size()),
                                std::numeric_limits<double>::quiet_NaN()),
            info_of(space, result.draw, eta)};
    row.info.evaluations = result.evaluations;
    row.info.simulator_calls = result.simulator_calls;
    if (!failed) space.to_natural(eta, row.theta);
    ++progress_.done;
    progress_.failed += failed;
    if (events_.draw) events_.draw({numbers_[r], row.theta, row.info});
    rows_[r] = std::move(row);
  }

  const Problem& problem_;
  const DrawNumbers& numbers_;
  const Results& results_;
  const Events& events_;
  std::vector<std::optional<Row>> rows_;
  Progress progress_{0, rows_.size(), 0};
};

class CudaAccelerator final : public Accelerator {
 public:
  explicit CudaAccelerator(std::shared_ptr<const DrawKernels> kernels)
      : kernels_(std::move(kernels)) {}

  std::string missing() const override { return devices().missing; }
  int count() const override { return devices().count; }
  void use(int number) const override {
    check(cudaSetDevice(number), "to be used as number " + std::to_string(number));
  }

  double preparation_seconds() const override { return kernels_->preparation_seconds(); }
  void prepare(const Events& events) const override { kernels_->prepare(events); }

  std::string name() const override {
    int device = 0;
    cudaDeviceProp properties{};
    check(cudaGetDevice(&device), "to find the device");
    check(cudaGetDeviceProperties(&properties, device), "to describe itself");
    return properties.name;
  }

  std::string evaluator(const Problem& problem) const override {
    if (problem.comparison->closed_form) return "closed-form";
    return uses_grids(problem) ? "grid+pairs" : "pairs";
  }

  std::string refusal(const Problem& problem, const Modes& modes) const override {
    const FitConfig& s = *problem.settings;
    if (s.concentration > 0.0) return "concentration above 0";
    if (s.resample) return "resample";
    if (s.trim->on()) return "trim";
    if (problem.comparison->kernel.terms().empty()) return "a kernel of one's own";
    if (problem.comparison->kernel.terms().size() > most_terms)
      return "kernels of more than 16 terms";
    if (problem.comparison->closed_form && !problem.comparison->closed_form->as_gaussians())
      return "this closed form";
    if (is_derivative_free(modes.optimiser)) return "optimiser " + to_word(modes.optimiser);
    if (modes.list.empty()) return "a model without a starting point";
    if (problem.data->observations->size() > (std::size_t{1} << 30)) return "so many observations";
    return {};
  }

  Outcome bootstrap(const Problem& problem, const Modes& modes, const DrawNumbers& numbers,
                    const Events& events, std::stop_token stop) const override {
    return problem.settings->precision == Precision::full
               ? run<double>(problem, modes, numbers, events, std::move(stop))
               : run<float>(problem, modes, numbers, events, std::move(stop));
  }

 private:
  template <class Real>
  Outcome run(const Problem& problem, const Modes& modes, const DrawNumbers& numbers,
              const Events& events, std::stop_token stop) const {
    UploadedProblem<Real> uploaded(problem, modes);
    DeviceProblem<Real>& device = uploaded.problem();
    const int starts = device.each_start_apart ? device.plan.modes : 1;
    const std::size_t tasks = numbers.size() * static_cast<std::size_t>(starts);
    if (tasks > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw Error(Fault::usage, "device cuda takes at most 2^31 minimisations at once");
    const Results results(tasks, starts);
    const MappedArray<int> wish(1);
    const DeviceArray<std::uint32_t> numbers_on_device(numbers.list());
    device.draw_numbers = numbers_on_device.data();
    device.tasks = static_cast<int>(tasks);
    device.results = results.on_device();
    device.stop = wish.on_device();
    const int blocks = uploaded.provide_blocks(
        std::min(kernels_->resident_blocks(device), device.team * std::max(device.tasks, 1)));
    Outcome outcome;
    Harvest harvest(problem, numbers, results, events);
    {
      const Stream stream;
      const Event began(stream);
      kernels_->launch(device, blocks, stream.get());
      const Event ended(stream);
      outcome.failure = wait(stream, harvest, wish, stop);
      if (outcome.failure.empty()) outcome.seconds = ended.seconds_since(began);
    }
    outcome.draws = harvest.draws();
    return outcome;
  }

  /// Until all is done, the device fails or the run is to stop; what the device says of a failure.
  static std::string wait(const Stream& stream, Harvest& harvest, const MappedArray<int>& wish,
                          const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::size_t polls = 0;
    for (;;) {
      const cudaError_t status = cudaStreamQuery(stream.get());
      if (status != cudaErrorNotReady) {
        harvest.gather();
        if (status == cudaSuccess) return {};
        return std::string("the device failed while it drew: ") + cudaGetErrorString(status);
      }
      if (stop.stop_requested()) std::atomic_ref(wish[0]).store(1);
      if (polls % 50 == 0) harvest.gather();
      // Short runs should not wait for us, long ones not keep a core busy.
      std::this_thread::sleep_for(polls++ < 1000 ? 100us : 5ms);
    }
  }

  std::shared_ptr<const DrawKernels> kernels_;
};

}  // namespace

std::shared_ptr<const Accelerator> make_accelerator(std::shared_ptr<const DrawKernels> kernels) {
  return std::make_shared<CudaAccelerator>(std::move(kernels));
}

}  // namespace surefoot::cuda
