#include <cstddef>

#include <surefoot/objective/oracle_sums.hpp>

namespace surefoot {
namespace {

template <class Real>
double coordinate(const Points<Real>& points, int c, int i) {
  return double(points.coordinates[c * std::ptrdiff_t{points.stride} + i]);
}

template <class Real>
double squared_distance(const Points<Real>& a, int i, const Points<Real>& b, int j) {
  double r2 = 0.0;
  for (int c = 0; c < a.dimension; ++c) {
    const double r = coordinate(a, c, i) - coordinate(b, c, j);
    r2 += r * r;
  }
  return r2;
}

}  // namespace

template <class Real>
double OracleSums::cross_any(const Points<Real>& z, const Points<Real>& y, double* gradient) const {
  double sum = 0.0;
  for (int a = 0; a < z.count; ++a)
    for (int j = 0; j < y.count; ++j) {
      const double weight = double(z.weights[a]) * double(y.weights[j]);
      const double r2 = squared_distance(z, a, y, j);
      sum += weight * kernel_.value(r2);
      if (!gradient) continue;
      for (int c = 0; c < y.dimension; ++c)
        gradient[c * std::ptrdiff_t{y.stride} + j] +=
            weight * kernel_.slope(r2) * 2.0 * (coordinate(y, c, j) - coordinate(z, c, a));
    }
  return sum;
}

template <class Real>
double OracleSums::self_any(const Points<Real>& y, double* gradient) const {
  double sum = 0.0;
  for (int i = 0; i < y.count; ++i)
    for (int j = 0; j < y.count; ++j) {
      if (i == j) continue;
      const double weight = double(y.weights[i]) * double(y.weights[j]);
      const double r2 = squared_distance(y, i, y, j);
      sum += weight * kernel_.value(r2);
      if (!gradient) continue;
      for (int c = 0; c < y.dimension; ++c) {  // y_j moves as the second of a pair and as the first
        const double r = coordinate(y, c, j) - coordinate(y, c, i);
        gradient[c * std::ptrdiff_t{y.stride} + j] += 2.0 * weight * kernel_.slope(r2) * 2.0 * r;
      }
    }
  return sum;
}

template <class Real>
void OracleSums::fields_any(const Points<Real>& z, const Points<Real>& y, double* mean,
                            double* square) const {
  for (int j = 0; j < y.count; ++j) {
    mean[j] = 0.0;
    if (square) square[j] = 0.0;
    for (int a = 0; a < z.count; ++a) {
      const double k = kernel_.value(squared_distance(z, a, y, j));
      mean[j] += double(z.weights[a]) * k;
      if (square) square[j] += double(z.weights[a]) * k * k;
    }
  }
}

template double OracleSums::cross_any(const Points<float>&, const Points<float>&, double*) const;
template double OracleSums::cross_any(const Points<double>&, const Points<double>&, double*) const;
template double OracleSums::self_any(const Points<float>&, double*) const;
template double OracleSums::self_any(const Points<double>&, double*) const;
template void OracleSums::fields_any(const Points<float>&, const Points<float>&, double*,
                                     double*) const;
template void OracleSums::fields_any(const Points<double>&, const Points<double>&, double*,
                                     double*) const;

}  // namespace surefoot
