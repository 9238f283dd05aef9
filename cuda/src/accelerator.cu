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

/// Asked once: a driver or a device does not come later.
const std::string& missing_device() {
  static const std::string reason = [] {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess && count > 0) return std::string();
    cudaGetLastError();
    return status == cudaSuccess ? std::string("there is none")
                                 : std::string(cudaGetErrorString(status));
  }();
  return reason;
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

  Progress progress(std::size_t rows) const {
    Progress progress{0, rows, 0};
    for (std::size_t r = 0; r < rows; ++r)
      if (const auto one = draw(r)) {
        ++progress.done;
        progress.failed += one->draw.end.ending == Ending::failed;
      }
    return progress;
  }

 private:
  MappedArray<DeviceResult> list_;
  std::size_t starts_;
};

void add_row(const Problem& problem, std::uint32_t draw, const DeviceResult& result, Draws& draws) {
  const std::span<const double> eta(result.eta, problem.space->parameters.free().size());
  DrawInfo info = info_of(problem.space->parameters, result.draw, eta);
  info.evaluations = result.evaluations;
  info.simulator_calls = result.simulator_calls;
  std::vector<double> theta(static_cast<std::size_t>(problem.space->parameters.size()),
                            std::numeric_limits<double>::quiet_NaN());
  if (result.draw.end.ending != Ending::failed) problem.space->parameters.to_natural(eta, theta);
  draws.index.push_back(draw);
  draws.values.insert(draws.values.end(), theta.begin(), theta.end());
  draws.info.push_back(info);
}

class CudaAccelerator final : public Accelerator {
 public:
  explicit CudaAccelerator(std::shared_ptr<const DrawKernels> kernels)
      : kernels_(std::move(kernels)) {}

  std::string missing() const override { return missing_device(); }

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

  Outcome bootstrap(const Problem& problem, const Modes& modes, DrawRange range,
                    const Events& events, std::stop_token stop) const override {
    return problem.settings->precision == Precision::full
               ? run<double>(problem, modes, range, events, std::move(stop))
               : run<float>(problem, modes, range, events, std::move(stop));
  }

 private:
  template <class Real>
  Outcome run(const Problem& problem, const Modes& modes, DrawRange range, const Events& events,
              std::stop_token stop) const {
    const std::size_t rows = range.last - range.first;
    UploadedProblem<Real> uploaded(problem, modes);
    DeviceProblem<Real>& device = uploaded.problem();
    const int starts = device.each_start_apart ? device.plan.modes : 1;
    const std::size_t tasks = rows * static_cast<std::size_t>(starts);
    if (tasks > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw Error(Fault::usage, "device cuda takes at most 2^31 minimisations at once");
    const Results results(tasks, starts);
    const MappedArray<int> wish(1);
    device.first_draw = range.first;
    device.tasks = static_cast<int>(tasks);
    device.results = results.on_device();
    device.stop = wish.on_device();
    const int blocks = uploaded.provide_blocks(
        std::min(kernels_->resident_blocks(device), device.team * std::max(device.tasks, 1)));
    Outcome outcome;
    {
      const Stream stream;
      const Event began(stream);
      kernels_->launch(device, blocks, stream.get());
      const Event ended(stream);
      outcome.failure = wait(stream, results, rows, wish, events, stop);
      if (outcome.failure.empty()) outcome.seconds = ended.seconds_since(began);
    }
    outcome.draws.names = problem.space->parameters.names();
    for (std::size_t r = 0; r < rows; ++r)
      if (const auto one = results.draw(r))
        add_row(problem, range.first + static_cast<std::uint32_t>(r), *one, outcome.draws);
    return outcome;
  }

  /// Until all is done, the device fails or the run is to stop; what the device says of a failure.
  static std::string wait(const Stream& stream, const Results& results, std::size_t rows,
                          const MappedArray<int>& wish, const Events& events,
                          const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::size_t told = 0, polls = 0;
    for (;;) {
      const cudaError_t status = cudaStreamQuery(stream.get());
      if (status != cudaErrorNotReady) {
        if (events.progress) events.progress(results.progress(rows));
        if (status == cudaSuccess) return {};
        return std::string("the device failed while it drew: ") + cudaGetErrorString(status);
      }
      if (stop.stop_requested()) std::atomic_ref(wish[0]).store(1);
      if (events.progress && polls % 50 == 0) {
        const Progress progress = results.progress(rows);
        if (progress.done > told) events.progress(progress);
        told = progress.done;
      }
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
