#include <surefoot/batch/batch.hpp>

namespace surefoot {
namespace {

template <class Real>
void contract(const Simulation<Real>& at, std::span<const double> slope,
              std::span<double> gradient) {
  const Real* row = at.jacobian.data();
  for (int k = 0; k < at.parameters; ++k)
    for (int c = 0; c < at.dimension; ++c, row += at.stride) {
      const double* weights = slope.data() + c * std::ptrdiff_t{at.stride};
      // Four sums side by side: a single chain of additions would wait for itself.
      double sums[4] = {};
      int j = 0;
      for (; j + 4 <= at.count; j += 4)
        for (int lane = 0; lane < 4; ++lane)
          sums[lane] += weights[j + lane] * static_cast<double>(row[j + lane]);
      for (; j < at.count; ++j) sums[0] += weights[j] * static_cast<double>(row[j]);
      gradient[static_cast<std::size_t>(k)] += (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
}

}  // namespace

bool BatchSimulator::differentiable() const { return true; }

bool BatchSimulator::stores_jacobian() const { return true; }

std::int64_t BatchSimulator::calls() const { return 0; }

void BatchSimulator::pull_back(const Simulation<float>& at, std::span<const double> slope,
                               std::span<double> gradient) const {
  contract(at, slope, gradient);
}

void BatchSimulator::pull_back(const Simulation<double>& at, std::span<const double> slope,
                               std::span<double> gradient) const {
  contract(at, slope, gradient);
}

}  // namespace surefoot
