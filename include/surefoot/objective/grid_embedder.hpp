#pragma once

#include <memory>
#include <vector>

#include <surefoot/data/sample.hpp>
#include <surefoot/objective/embedder.hpp>
#include <surefoot/objective/grid_loops.hpp>
#include <surefoot/simd/aligned.hpp>

namespace surefoot {

/// Where the grids of a problem lie: around the middle of the observations, and
/// so wide that the model rarely leaves them.  None if the shortest lengthscale
/// is too short for a grid over the bulk of the observations.
struct GridWindow {
  double centre;
  double half_width;
};
std::optional<GridWindow> choose_grid_window(const Sample& observations, double scale,
                                             double shortest, double longest);

/// Of the nodes of a grid, in lengthscales.
inline constexpr double grid_spacing = 1.0 / 3.0;

/// Nodes that a kernel on a grid reaches: exp(-7.5^2/2) is 6e-13.
inline constexpr double grid_reach_in_lengthscales = 7.5;
inline constexpr int grid_reach = 23;
static_assert(grid_reach * grid_spacing >= grid_reach_in_lengthscales);

/// Taps c_k, k = -reach .. reach, with sum_k c_k beta(x + k) * beta = k(x spacing)
/// for the kernel of lengthscale 1, beta being the spline and * the convolution of
/// blurring on both sides: their transform is that of the kernel over that of the
/// spline squared, sinc^16.
std::vector<double> sharpened_kernel(double (*transform)(double omega, double spacing));

/// Those of a GridForm, computed once.
template <class Grid>
const std::vector<double>& grid_taps() {
  static const std::vector<double> taps = sharpened_kernel(Grid::transform);
  return taps;
}
template <class Grid>
const std::vector<double>& grid_taps_of_square() {
  static const std::vector<double> taps = sharpened_kernel(Grid::square_transform);
  return taps;
}

/// The sums of kernels that have a GridForm, on the line, by way of a grid for each
/// lengthscale: weights are spread over the nodes by a B-spline, convolved there
/// with the kernel (sharpened by what the splines blur), and read off by the
/// same spline.  Costs n + m instead of n m, at a relative error of about 1e-8,
/// with a gradient that is exactly the derivative of the value.
///
/// Points outside of the window are summed pair by pair, so the result is the
/// same wherever observations and simulations lie.
template <class Real>
class GridEmbedder final : public Embedder<Real> {
 public:
  /// `terms` are of families that have a GridForm.
  GridEmbedder(const std::vector<KernelTerm>& terms, const GridWindow& window);

  void take(const Points<Real>& target, std::uint64_t places) override;
  double cross(const Points<Real>& y, double* gradient) override;
  double self(const Points<Real>& y, double* gradient) override;
  std::optional<double> data() override { return data_; }
  typename Embedder<Real>::Sums embed(const Points<Real>& y, bool gradient) override;
  void add_gradient(double a, double c, std::span<double> gradient) override;
  bool data_field(std::vector<double>& field) override;
  bool model_fields(const Points<Real>& y, std::vector<double>& mean,
                    std::vector<double>& square) override;

 private:
  /// The grid of one lengthscale.
  struct Grid {
    Lattice lattice;
    std::span<const double> kernel, kernel_square;  // 2 reach + 1 taps
    int reach;
    AlignedVector<double> target_nodes;  // the weights W, spread
    AlignedVector<double> target_field;  // <mu_W, k> on the nodes
    AlignedVector<double> model_nodes;   // the weights v of the last y
    AlignedVector<double> model_field;   // <mu_theta, k>
    AlignedVector<double> mixed_field;   // of the gradient
    NodeRange target_range{}, model_range{};
  };
  /// A few of the points, and their places in the list of all.
  struct Some {
    std::vector<int> index;
    AlignedVector<Real> coordinates, weights;

    void clear();
    void add(const Points<Real>& all, int j);
    void close();  // pads
    Points<Real> points() const;
    double squares() const;
  };
  /// Points near the ends of the window and beyond; and those of them that are on the grid, whose
  /// pairs with each other are counted there.
  struct Fringe {
    Some all, on_grid;
  };

  void find_fringe(const Points<Real>& points, Fringe& fringe) const;
  void add_fringe_gradient(const Some& target, const Some& model, double a, double c,
                           std::span<double> gradient) const;

  Kernel kernel_;
  std::unique_ptr<const GridLoops> loops_;
  std::vector<Grid> grids_;
  double low_, high_;              // on the grid: low <= x < high
  double inner_low_, inner_high_;  // beyond these: the fringe
  double data_ = 0.0;
  Points<Real> y_{}, target_{};
  Fringe target_fringe_, model_fringe_;
};

}  // namespace surefoot
