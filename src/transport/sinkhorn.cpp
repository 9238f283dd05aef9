#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <surefoot/transport/sinkhorn.hpp>

#include "data/quantiles.hpp"
#include "transport/checks.hpp"
#include "transport/costs.hpp"

namespace surefoot {
namespace {

constexpr double smoothing = 0.05;
constexpr int iterations = 100;

using RowMajor = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
using Array = Eigen::ArrayXd;

/// The points of a cloud that weigh something; no others take part.
struct Side {
  explicit Side(const Cloud& cloud) : dimension(cloud.dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    std::vector<double> kept;
    for (std::size_t i = 0; i < cloud.size(); ++i) {
      const double weight = cloud.weights.empty() ? 1.0 : cloud.weights[i];
      if (weight == 0.0) continue;
      const auto row = cloud.points.subspan(i * d, d);
      points.insert(points.end(), row.begin(), row.end());
      kept.push_back(weight);
    }
    weights = Eigen::Map<Array>(kept.data(), static_cast<Eigen::Index>(kept.size()));
    weights /= weights.sum();
  }
  Cloud cloud() const { return {points, dimension}; }

  int dimension;
  std::vector<double> points;
  Array weights;
};

/// The unit of the kernel's exponent; uses `scratch` for a copy of the costs.
double exponent_unit(const RowMajor& costs, std::vector<double>& scratch) {
  scratch.assign(costs.data(), costs.data() + costs.size());
  const double middle = median(scratch);
  const double unit = smoothing * (middle > 0.0 ? middle : costs.mean());
  return std::max(unit, std::numeric_limits<double>::min());
}

/// The factors of diag(u) K diag(v), and the marginals of that.
struct Scaling {
  Array u, v, row_sums, column_sums;
};

/// Fills in K and iterates.  K = exp(-C / unit) is scaled from the start, which changes no plan:
/// rows, then columns, are divided by their largest entry, so that points far from all others
/// cannot make a row vanish.
Scaling iterate(const RowMajor& costs, double unit, const Array& a, const Array& b,
                RowMajor& kernel) {
  const Array row_least = costs.rowwise().minCoeff();
  kernel = costs.colwise() - row_least.matrix();
  const Eigen::RowVectorXd column_least = kernel.colwise().minCoeff();
  kernel = ((kernel.rowwise() - column_least) / -unit).array().exp().matrix();

  constexpr double faint = 1e-250;  // far from underflow, with room for products
  Scaling s;
  s.u = (row_least / -unit).exp().max(faint);  // all equal, for the K that is not scaled
  for (int step = 0; step < iterations; ++step) {
    s.v = b / (kernel.transpose() * s.u.matrix()).array();
    s.u = a / (kernel * s.v.matrix()).array();
  }
  s.v = b / (kernel.transpose() * s.u.matrix()).array();
  s.row_sums = s.u * (kernel * s.v.matrix()).array();
  s.column_sums = s.v * (kernel.transpose() * s.u.matrix()).array();
  return s;
}

}  // namespace

double SinkhornTransport::operator()(const Cloud& x, const Cloud& y, int order) {
  require_transport(x, y, order);
  if (!all_finite(x) || !all_finite(y)) return infinite_cost;
  const Side from(x), to(y);
  const double largest = fill_costs(from.cloud(), to.cloud(), order, costs_);
  if (largest == infinite_cost || largest == 0.0) return largest;

  const Array &a = from.weights, &b = to.weights;
  const RowMajor costs(costs_.data(), a.size(), b.size());
  const double unit = exponent_unit(costs, kernel_);
  RowMajor kernel(kernel_.data(), a.size(), b.size());
  const Scaling s = iterate(costs, unit, a, b, kernel);

  // A share of the plan keeps below the marginals everywhere; a product fills in what they lack.
  // With a share of 0 that is the product of a and b, for when numbers still run out.
  const double share = std::min((a / s.row_sums).minCoeff(), (b / s.column_sums).minCoeff());
  double cost = share * s.u.matrix().dot(kernel.cwiseProduct(costs) * s.v.matrix());
  Array row_gaps = (a - share * s.row_sums).max(0.0);
  Array column_gaps = (b - share * s.column_sums).max(0.0);
  if (!std::isfinite(cost) || !row_gaps.isFinite().all() || !column_gaps.isFinite().all()) {
    cost = 0.0;
    row_gaps = a;
    column_gaps = b;
  }
  const double gap = std::max(row_gaps.sum(), column_gaps.sum());
  if (gap > 0.0) cost += row_gaps.matrix().dot(costs * column_gaps.matrix()) / gap;
  return cost;
}

}  // namespace surefoot
