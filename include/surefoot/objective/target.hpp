#pragma once

#include <span>
#include <vector>

#include <surefoot/batch/batch.hpp>
#include <surefoot/data/sample.hpp>
#include <surefoot/pairs/points.hpp>
#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// A number of atoms as kernel sums count them, who pad it to whole packs.  Throws
/// Fault::data for more than they can.
int atom_count(std::size_t atoms);

/// P_W of one draw, laid out for the kernel sums: the observations and the
/// pseudo-observations, each column divided by its scale, and their weights.
template <class Real>
class Target {
 public:
  Target(const Sample& observations, std::vector<double> column_scale);

  /// Takes the weights, and the pseudo-observations if there are any.
  void assign(const DirichletDraw& draw);

  /// Equal weights on the observations: P_n.
  void assign_empirical();

  /// Takes the weights of the draw in force times these shares, of as many atoms as there are
  /// shares; the others count in full.
  void leave_out(std::span<const double> shares);

  /// Replaces P_W by `count` atoms resampled from it.
  void resample(int count, const Coordinates& at);

  /// The sum of the weights: 1 unless something is left out.
  double weight() const { return weight_; }

  /// Changes whenever the atoms' places do; their weights may change without.
  std::uint64_t places() const { return places_; }

  Points<Real> points() const {
    return {count_, stride_, dimension_, coordinates_.data(), weights_.data()};
  }

 private:
  void resize(std::size_t atoms);
  void place(std::size_t atom, std::span<const double> row);

  const Sample& observations_;
  std::vector<double> scale_;
  int count_ = 0;
  int stride_ = 0;
  int dimension_ = 0;
  std::uint64_t places_ = 0;
  bool plain_ = false;  // the coordinates are those of the observations
  AlignedVector<Real> coordinates_;
  AlignedVector<Real> weights_;
  double weight_ = 1.0;
  std::vector<double> whole_;  // weights before anything was left out
};

}  // namespace surefoot
