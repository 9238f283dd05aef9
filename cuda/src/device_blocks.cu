#include <algorithm>

#include <surefoot/error.hpp>

#include "device_problem.hpp"

// How many blocks work on a problem, and what each of them works in.
namespace surefoot::cuda {

/// A problem alone decides, whatever the number of draws, because sums in parts round differently.
template <class Real>
void UploadedProblem<Real>::choose_team() {
  constexpr double most_alone = 1 << 27;  // pairs of an evaluation: a tenth of a second for a block
  constexpr int together = 8;
  const double terms = device_.paired_kernel.gaussians.terms + device_.paired_kernel.others;
  int device = 0, major = 0;
  check(cudaGetDevice(&device), "to find the device");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
        "to tell its kind");
  const double pairs = terms * device_.observations * device_.simulations;
  device_.team = pairs > most_alone && major >= 9 ? together : 1;
}

template <class Real>
int UploadedProblem<Real>::provide_blocks(int most) {
  const auto even = [](std::int64_t size) { return (size + 63) / 64 * 64; };
  const std::int64_t n = even(device_.observations), m = even(std::max(device_.simulations, 1));
  const std::int64_t d = most_columns, columns = coordinates_.size() / device_.observations;
  const std::int64_t y = even(m * columns), jacobian = even(m * columns * device_.parameters);
  const std::int64_t latents = even(m * std::max(device_.latents, 1));
  const std::int64_t subset = even(std::max(device_.subset, 1));
  const std::int64_t slopes = even(std::max(m * columns, d)), grids = even(grid_doubles_ + 1);
  device_.real_stride = n + latents + y + jacobian + subset;
  const std::int64_t pictures =
      device_.plan.optimiser == OptimiserName::gauss_newton ? even(picture_numbers) : 0;
  const std::int64_t values = even(device_.plan.modes);
  const std::int64_t team = device_.team > 1 ? slopes + even(1) : 0;
  device_.double_stride = 2 * slopes + grids + pictures + values + team;
  const std::size_t each = static_cast<std::size_t>(device_.real_stride) * sizeof(Real) +
                           static_cast<std::size_t>(device_.double_stride) * sizeof(double);
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "to ask the device for its memory");
  const auto fitting = static_cast<std::size_t>(0.9 * static_cast<double>(free)) / each /
                       static_cast<std::size_t>(device_.team) *
                       static_cast<std::size_t>(device_.team);
  if (fitting == 0)
    throw Error(Fault::device, "the device has " + std::to_string(free >> 20) +
                                   " MiB of memory left, but a draw of this problem needs " +
                                   std::to_string(each >> 20) +
                                   " MiB; fewer simulations or device cpu will do");
  const int fit = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(most), fitting));
  const int blocks = fit / device_.team * device_.team;  // whole teams
  reals_ = DeviceArray<Real>(static_cast<std::size_t>(blocks * device_.real_stride));
  doubles_ = DeviceArray<double>(static_cast<std::size_t>(blocks * device_.double_stride));
  BlockMemory<Real>& memory = device_.memory;
  memory.weights = reals_.data();
  memory.latents = memory.weights + n;
  memory.y = memory.latents + latents;
  memory.jacobian = memory.y + y;
  memory.subset_weights = memory.jacobian + jacobian;
  memory.self_slopes = doubles_.data();
  memory.target_slopes = memory.self_slopes + slopes;
  memory.grids = memory.target_slopes + slopes;
  memory.pictures = memory.grids + grids;
  memory.mode_values = memory.pictures + pictures;
  memory.team_slopes = memory.mode_values + values;
  memory.team_total = memory.team_slopes + slopes;
  team_task_ = DeviceArray<int>(static_cast<std::size_t>(blocks / device_.team));
  device_.team_task = team_task_.data();
  return blocks;
}

template void UploadedProblem<float>::choose_team();
template int UploadedProblem<float>::provide_blocks(int);
template void UploadedProblem<double>::choose_team();
template int UploadedProblem<double>::provide_blocks(int);

}  // namespace surefoot::cuda
