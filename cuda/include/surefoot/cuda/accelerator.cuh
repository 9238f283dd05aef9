#pragma once

#include <memory>

#include <cuda_runtime.h>

#include <surefoot/cuda/draw.cuh>
#include <surefoot/cuda/memory.hpp>

namespace surefoot {
class Accelerator;
struct Events;
}  // namespace surefoot

namespace surefoot::cuda {

/// The kernels of one simulator, behind one interface for all.
class DrawKernels {
 public:
  virtual ~DrawKernels() = default;

  /// As those of Accelerator.
  virtual double preparation_seconds() const { return 0.0; }
  virtual void prepare(const Events& /*events*/) const {}

  /// Blocks that fit on the device at once.
  virtual int resident_blocks(const DeviceProblem<float>&) const = 0;
  virtual int resident_blocks(const DeviceProblem<double>&) const = 0;

  virtual void launch(const DeviceProblem<float>& problem, int blocks, cudaStream_t) const = 0;
  virtual void launch(const DeviceProblem<double>& problem, int blocks, cudaStream_t) const = 0;
};

template <Simulator Sim>
class DrawKernelsOf final : public DrawKernels {
  static_assert(Sim::parameters <= most_parameters && Sim::dimension <= most_columns,
                "a simulator for the device has at most 8 parameters and 8 columns");

 public:
  explicit DrawKernelsOf(const Sim& simulator) : simulator_(simulator) {}

  int resident_blocks(const DeviceProblem<float>& problem) const override {
    return resident(problem);
  }
  int resident_blocks(const DeviceProblem<double>& problem) const override {
    return resident(problem);
  }
  void launch(const DeviceProblem<float>& problem, int blocks, cudaStream_t stream) const override {
    start(problem, blocks, stream);
  }
  void launch(const DeviceProblem<double>& problem, int blocks,
              cudaStream_t stream) const override {
    start(problem, blocks, stream);
  }

 private:
  template <class Real>
  static constexpr int room = BlockObjective<Sim, Real>::pass_room;

  template <class Real>
  static cudaLaunchConfig_t configuration(const DeviceProblem<Real>& problem, int blocks,
                                          cudaLaunchAttribute& team) {
    team.id = cudaLaunchAttributeClusterDimension;
    team.val.clusterDim = {static_cast<unsigned>(problem.team), 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = room<Real>;
    config.attrs = &team;
    config.numAttrs = problem.team > 1 ? 1 : 0;
    return config;
  }

  template <class Real>
  int resident(const DeviceProblem<Real>& problem) const {
    int device = 0, multiprocessors = 0, each = 0;
    check(cudaGetDevice(&device), "to find the device");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
          "to ask the device for its size");
    if (problem.team > 1) {
      int teams = 0;
      cudaLaunchAttribute team{};
      const auto config = configuration(problem, problem.team * multiprocessors, team);
      check(cudaOccupancyMaxActiveClusters(&teams, draw_kernel<Sim, Real>, &config),
            "to load the kernels of the simulator");
      return teams * problem.team;
    }
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, draw_kernel<Sim, Real>, threads,
                                                        room<Real>),
          "to load the kernels of the simulator");
    return multiprocessors * each;
  }

  template <class Real>
  void start(const DeviceProblem<Real>& problem, int blocks, cudaStream_t stream) const {
    cudaLaunchAttribute team{};
    auto config = configuration(problem, blocks, team);
    config.stream = stream;
    check(cudaLaunchKernelEx(&config, draw_kernel<Sim, Real>, problem, simulator_),
          "to start the draws");
  }

  Sim simulator_;
};

/// What computes the draws of a model on the device.
std::shared_ptr<const Accelerator> make_accelerator(std::shared_ptr<const DrawKernels> kernels);

/// The same for a simulator of the user's own, in a file that nvcc compiles; the
/// model itself is made in another, because packs are not for nvcc:
///
///     model.accelerator = accelerator_of_own_simulator();
template <Simulator Sim>
std::shared_ptr<const Accelerator> accelerator_for(const Sim& simulator) {
  return make_accelerator(std::make_shared<DrawKernelsOf<Sim>>(simulator));
}

}  // namespace surefoot::cuda
