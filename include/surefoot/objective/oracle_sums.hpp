#pragma once

#include <memory>

#include <surefoot/pairs/kernel_sums.hpp>

namespace surefoot {

/// The kernel sums as the formulas read, in double and with nothing clever: the
/// yardstick of every other evaluator, and hundreds of times slower.
class OracleSums final : public TemplatedSums<OracleSums> {
 public:
  /// Takes the kernel's value and slope from other sums, one pair at a time.
  explicit OracleSums(const KernelSums& kernel) : kernel_(kernel) {}

  double value(double r2) const override { return kernel_.value(r2); }
  double slope(double r2) const override { return kernel_.slope(r2); }

 private:
  friend TemplatedSums<OracleSums>;

  template <class Real>
  double cross_any(const Points<Real>& z, const Points<Real>& y, double* gradient) const;
  template <class Real>
  double self_any(const Points<Real>& y, double* gradient) const;
  template <class Real>
  void fields_any(const Points<Real>& z, const Points<Real>& y, double* mean, double* square) const;

  const KernelSums& kernel_;
};

}  // namespace surefoot
