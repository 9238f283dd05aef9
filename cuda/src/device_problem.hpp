#pragma once

#include <surefoot/bootstrap/modes.hpp>
#include <surefoot/bootstrap/problem.hpp>
#include <surefoot/cuda/memory.hpp>
#include <surefoot/cuda/problem.cuh>

namespace surefoot::cuda {

/// A problem on the device, with the memory that it refers to.
template <class Real>
class UploadedProblem {
 public:
  UploadedProblem(const Problem& problem, const Modes& modes);

  /// Takes memory for as many blocks; `most` fewer if the device has not enough for all.
  int provide_blocks(int most);

  const DeviceProblem<Real>& problem() const { return device_; }
  DeviceProblem<Real>& problem() { return device_; }

 private:
  void upload_observations(const Problem& problem);
  void upload_design(const Problem& problem);
  void upload_kernel(const Problem& problem);
  void choose_team();
  void upload_grids(const Problem& problem, const std::vector<KernelTerm>& terms);
  void upload_subset(const Problem& problem);
  void upload_parameters(const Problem& problem);
  void upload_modes(const Problem& problem, const Modes& modes);
  DeviceLandmarks<Real> upload_landmarks(const Problem& problem, const Landmarks& landmarks);
  /// Null for null.
  const double* upload(const double* numbers, int count);

  DeviceProblem<Real> device_{};
  std::vector<double> sorted_;  // the first column, as it is on the device
  std::vector<int> place_;
  std::int64_t grid_doubles_ = 0;  // of each block
  DeviceArray<Real> coordinates_, quadrature_, simulation_weights_, subset_coordinates_, reals_;
  DeviceArray<int> places_, subset_places_, next_task_, team_task_;
  std::vector<DeviceArray<int>> starts_;
  DeviceArray<LatentKind> kinds_;
  DeviceArray<std::uint32_t> sobol_;
  DeviceArray<double> taps_, doubles_;
  std::vector<DeviceArray<Real>> points_;     // of the landmarks of modes
  std::vector<DeviceArray<double>> numbers_;  // that modes are made of
  DeviceArray<ModeFacts> modes_;
  DeviceArray<DeviceLandmarks<Real>> landmarks_;
};

/// Whether the Gaussian terms are embedded on grids there.
bool uses_grids(const Problem& problem);

}  // namespace surefoot::cuda
