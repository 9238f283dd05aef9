#pragma once

#include <surefoot/pairs/points.hpp>

namespace surefoot {

/// The sums that the MMD is made of, for one kernel, behind one interface.
/// Gradients are in the coordinates of y, laid out as those, and are added to
/// what is there; a null pointer asks for the value alone.
class KernelSums {
 public:
  virtual ~KernelSums() = default;

  /// sum_a sum_j W_a v_j k(z_a, y_j).
  virtual double cross(const Points<float>& z, const Points<float>& y, double* gradient) const = 0;
  virtual double cross(const Points<double>& z, const Points<double>& y,
                       double* gradient) const = 0;

  /// sum over i != j of v_i v_j k(y_i, y_j).
  virtual double self(const Points<float>& y, double* gradient) const = 0;
  virtual double self(const Points<double>& y, double* gradient) const = 0;

  /// At each point y_j: sum_a W_a k(z_a, y_j), and the same sum of k^2 unless `square` is null.
  /// A sum of kernels of different families does not know their products; its `square` is the
  /// most that it can be for weights W that add up to 1.
  virtual void fields(const Points<float>& z, const Points<float>& y, double* mean,
                      double* square) const = 0;
  virtual void fields(const Points<double>& z, const Points<double>& y, double* mean,
                      double* square) const = 0;

  /// k and dk/d(r2) at one squared distance.
  virtual double value(double r2) const = 0;
  virtual double slope(double r2) const = 0;
};

/// Sums that are the same templates for either precision: cross_any, self_any and fields_any of
/// `Sums`.
template <class Sums>
class TemplatedSums : public KernelSums {
 public:
  double cross(const Points<float>& z, const Points<float>& y, double* gradient) const final {
    return sums().cross_any(z, y, gradient);
  }
  double cross(const Points<double>& z, const Points<double>& y, double* gradient) const final {
    return sums().cross_any(z, y, gradient);
  }
  double self(const Points<float>& y, double* gradient) const final {
    return sums().self_any(y, gradient);
  }
  double self(const Points<double>& y, double* gradient) const final {
    return sums().self_any(y, gradient);
  }
  void fields(const Points<float>& z, const Points<float>& y, double* mean,
              double* square) const final {
    sums().fields_any(z, y, mean, square);
  }
  void fields(const Points<double>& z, const Points<double>& y, double* mean,
              double* square) const final {
    sums().fields_any(z, y, mean, square);
  }

 private:
  const Sums& sums() const { return static_cast<const Sums&>(*this); }
};

}  // namespace surefoot
