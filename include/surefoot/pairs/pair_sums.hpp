#pragma once

#include <surefoot/pairs/kernel_sums.hpp>
#include <surefoot/pairs/pair_loop.hpp>
#include <surefoot/pairs/wide_pair_loop.hpp>
#include <surefoot/simd/flush.hpp>

namespace surefoot {

/// The kernel sums by visiting every pair, on the packs of one instruction set.
template <RadialKernel Kernel, class Isa>
class PairSums final : public TemplatedSums<PairSums<Kernel, Isa>> {
 public:
  explicit PairSums(const Kernel& kernel) : kernel_(kernel) {}

  double value(double r2) const override { return first_lane(kernel_.value(One(r2))); }
  double slope(double r2) const override { return first_lane(kernel_.slope(One(r2))); }

 private:
  friend TemplatedSums<PairSums<Kernel, Isa>>;

  using One = Pack<double, Isa>;  // packs, not doubles: those would be merged across sets
  static double first_lane(One pack) { return pack.v[0]; }

  template <class Real>
  double cross_any(const Points<Real>& z, const Points<Real>& y, double* gradient) const {
    const FlushDenormals flush;
    switch (z.dimension) {
      case 1:
        return PairLoop<Kernel, Isa, Real, 1>::cross(kernel_, z, y, gradient);
      case 2:
        return PairLoop<Kernel, Isa, Real, 2>::cross(kernel_, z, y, gradient);
      case 3:
        return PairLoop<Kernel, Isa, Real, 3>::cross(kernel_, z, y, gradient);
      case 4:
        return PairLoop<Kernel, Isa, Real, 4>::cross(kernel_, z, y, gradient);
      default:
        return WidePairLoop<Kernel, Isa, Real>::cross(kernel_, z, y, gradient);
    }
  }

  template <class Real>
  double self_any(const Points<Real>& y, double* gradient) const {
    const FlushDenormals flush;
    switch (y.dimension) {
      case 1:
        return PairLoop<Kernel, Isa, Real, 1>::self(kernel_, y, gradient);
      case 2:
        return PairLoop<Kernel, Isa, Real, 2>::self(kernel_, y, gradient);
      case 3:
        return PairLoop<Kernel, Isa, Real, 3>::self(kernel_, y, gradient);
      case 4:
        return PairLoop<Kernel, Isa, Real, 4>::self(kernel_, y, gradient);
      default:
        return WidePairLoop<Kernel, Isa, Real>::self(kernel_, y, gradient);
    }
  }

  template <class Real>
  void fields_any(const Points<Real>& z, const Points<Real>& y, double* mean,
                  double* square) const {
    const FlushDenormals flush;
    if (z.dimension == 1)
      PairLoop<Kernel, Isa, Real, 1>::fields(kernel_, z, y, mean, square);
    else
      WidePairLoop<Kernel, Isa, Real>::fields(kernel_, z, y, mean, square);
  }

  Kernel kernel_;
};

}  // namespace surefoot
