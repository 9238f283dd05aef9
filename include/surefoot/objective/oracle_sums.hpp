#pragma once

#include <memory>

#include <surefoot/pairs/kernel_sums.hpp>

namespace surefoot {

/// The kernel sums as the formulas read, in double and with nothing clever: the
/// yardstick of every other evaluator, and hundreds of times slower.
class OracleSums final : public KernelSums {
 public:
  /// Takes the kernel's value and slope from other sums, one pair at a time.
  explicit OracleSums(const KernelSums& kernel) : kernel_(kernel) {}

  double cross(const Points<float>& z, const Points<float>& y, double* gradient) const override {
    return cross_any(z, y, gradient);
  }
  double cross(const Points<double>& z, const Points<double>& y, double* gradient) const override {
    return cross_any(z, y, gradient);
  }
  double self(const Points<float>& y, double* gradient) const override {
    return self_any(y, gradient);
  }
  double self(const Points<double>& y, double* gradient) const override {
    return self_any(y, gradient);
  }
  void fields(const Points<float>& z, const Points<float>& y, double* mean,
              double* square) const override {
    fields_any(z, y, mean, square);
  }
  void fields(const Points<double>& z, const Points<double>& y, double* mean,
              double* square) const override {
    fields_any(z, y, mean, square);
  }
  double value(double r2) const override { return kernel_.value(r2); }
  double slope(double r2) const override { return kernel_.slope(r2); }

 private:
  template <class Real>
  double cross_any(const Points<Real>& z, const Points<Real>& y, double* gradient) const;
  template <class Real>
  double self_any(const Points<Real>& y, double* gradient) const;
  template <class Real>
  void fields_any(const Points<Real>& z, const Points<Real>& y, double* mean, double* square) const;

  const KernelSums& kernel_;
};

}  // namespace surefoot
