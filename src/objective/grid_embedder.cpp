#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/families.hpp>
#include <surefoot/objective/grid_embedder.hpp>

#include "data/quantiles.hpp"
#include "simd/isa_table.hpp"

namespace surefoot {
namespace {

constexpr double most_nodes = 1 << 18;

std::size_t at(int node) { return static_cast<std::size_t>(node); }

void clear(AlignedVector<double>& nodes, NodeRange range) {
  std::fill(nodes.begin() + range.first, nodes.begin() + range.last, 0.0);
}

/// Of a kernel and of its square.
std::array<std::span<const double>, 2> taps_of(const AnyFamily& family) {
  return std::visit(
      []<class F>(const F&) -> std::array<std::span<const double>, 2> {
        if constexpr (is_none<typename F::Grid>)
          throw Error(Fault::internal, fmt::format("kernel {} has no form for grids", F::name));
        else
          return {grid_taps<typename F::Grid>(), grid_taps_of_square<typename F::Grid>()};
      },
      family);
}

}  // namespace

std::vector<double> sharpened_kernel(double (*transform)(double omega, double spacing)) {
  constexpr int frequencies = 2048;  // the trapezoid rule on a period converges exponentially
  const double step = 2.0 * std::numbers::pi / frequencies;
  std::vector<double> taps(static_cast<std::size_t>(2 * grid_reach + 1), 0.0);
  for (int f = -frequencies / 2; f < frequencies / 2; ++f) {
    const double omega = step * f, half = 0.5 * omega;
    const double sinc = f == 0 ? 1.0 : std::sin(half) / half;
    const double height =
        transform(omega, grid_spacing) / std::pow(sinc, 2 * GridLoops::taps) / frequencies;
    for (int k = -grid_reach; k <= grid_reach; ++k)
      taps[static_cast<std::size_t>(k + grid_reach)] += height * std::cos(omega * k);
  }
  return taps;
}

std::optional<GridWindow> choose_grid_window(const Sample& observations, double scale,
                                             double shortest, double longest) {
  const double centre = column_quantile(observations, 0, 0.5) / scale;
  const double low = column_quantile(observations, 0, 0.001) / scale;
  const double high = column_quantile(observations, 0, 0.999) / scale;
  const double extent = std::max(high - centre, centre - low);
  const double least = extent + 2.0 * grid_reach_in_lengthscales * longest;
  const double most = 0.5 * most_nodes * grid_spacing * shortest;
  // Heavy tails of the model may go well beyond those of the observations.
  const double half_width =
      std::min(8.0 * extent + 4.0 * grid_reach_in_lengthscales * longest, most);
  if (!(half_width >= least) || !(half_width + std::abs(centre) < 1e12 * shortest))
    return std::nullopt;
  return GridWindow{centre, half_width};
}

template <class Real>
GridEmbedder<Real>::GridEmbedder(const std::vector<KernelTerm>& terms, const GridWindow& window)
    : kernel_(terms),
      loops_(isa_table().grid_loops()),
      low_(window.centre - window.half_width),
      high_(window.centre + window.half_width) {
  constexpr int reach = grid_reach;
  double longest = 0.0;
  for (const KernelTerm& term : terms) {
    const double l = *term.lengthscale, h = grid_spacing * l;
    const int margin = 2 * reach + GridLoops::taps;
    const int nodes = static_cast<int>(std::ceil((high_ - low_) / h)) + 2 * margin;
    const auto [taps, square_taps] = taps_of(family_of(term));
    Grid grid{.lattice = {low_ - margin * h, 1.0 / h, low_, high_},
              .kernel = taps,
              .kernel_square = square_taps,
              .reach = reach,
              .target_nodes = {},
              .target_field = {},
              .model_nodes = {},
              .model_field = {},
              .mixed_field = {}};
    const auto size = at(nodes + GridLoops::overrun);
    for (auto* array : {&grid.target_nodes, &grid.target_field, &grid.model_nodes,
                        &grid.model_field, &grid.mixed_field})
      array->assign(size, 0.0);
    grids_.push_back(std::move(grid));
    longest = std::max(longest, l);
  }
  inner_low_ = low_ + grid_reach_in_lengthscales * longest;
  inner_high_ = high_ - grid_reach_in_lengthscales * longest;
}

template <class Real>
void GridEmbedder<Real>::take(const Points<Real>& target, std::uint64_t) {
  data_ = 0.0;
  target_ = target;
  for (Grid& grid : grids_) {
    clear(grid.target_nodes, grid.target_range);
    // The field reaches further than the nodes that are spread over, and convolve beyond that.
    const NodeRange old = grid.target_range;
    if (old.last > old.first)
      clear(grid.target_field,
            {old.first - grid.reach, old.last + grid.reach + GridLoops::overrun});
    grid.target_range = loops_->spread(target, grid.lattice, grid.target_nodes.data());
    const NodeRange range = grid.target_range;
    if (range.last == range.first) continue;
    data_ += loops_->convolve(grid.target_nodes.data(),
                              {range.first - grid.reach, range.last + grid.reach},
                              grid.kernel.data(), grid.reach, grid.target_field.data());
  }
  find_fringe(target, target_fringe_);
  for (const auto& [some, sign] :
       {std::pair{&target_fringe_.all, 1.0}, std::pair{&target_fringe_.on_grid, -1.0}})
    if (!some->index.empty())
      data_ += sign *
               (kernel_.sums().self(some->points(), nullptr) + kernel_.at_zero() * some->squares());
}

template <class Real>
typename Embedder<Real>::Sums GridEmbedder<Real>::embed(const Points<Real>& y, bool) {
  y_ = y;
  find_fringe(y, model_fringe_);
  typename Embedder<Real>::Sums sums{0.0, 0.0};
  for (Grid& grid : grids_) {
    clear(grid.model_nodes, grid.model_range);
    grid.model_range = loops_->spread(y, grid.lattice, grid.model_nodes.data());
    sums.self += loops_->convolve(grid.model_nodes.data(), grid.model_range, grid.kernel.data(),
                                  grid.reach, grid.model_field.data());
    const NodeRange range = grid.model_range;
    sums.cross += isa_table().dot(grid.model_nodes.data() + range.first,
                                  grid.target_field.data() + range.first, range.last - range.first);
  }
  double squares = 0.0;
  for (int j = 0; j < y.count; ++j) squares += double(y.weights[j]) * double(y.weights[j]);
  squares -= model_fringe_.all.squares() - model_fringe_.on_grid.squares();
  sums.self -= kernel_.at_zero() * squares;
  if (!model_fringe_.all.index.empty()) {
    const auto far = model_fringe_.all.points(), inside = model_fringe_.on_grid.points();
    const KernelSums& pairs = kernel_.sums();
    sums.self += pairs.self(far, nullptr) - pairs.self(inside, nullptr);
    sums.cross += pairs.cross(target_fringe_.all.points(), far, nullptr) -
                  pairs.cross(target_fringe_.on_grid.points(), inside, nullptr);
  }
  return sums;
}

template <class Real>
void GridEmbedder<Real>::add_gradient(double a, double c, std::span<double> gradient) {
  for (Grid& grid : grids_) {
    for (int g = grid.model_range.first; g < grid.model_range.last; ++g)
      grid.mixed_field[at(g)] = 2.0 * a * grid.model_field[at(g)] + c * grid.target_field[at(g)];
    loops_->slopes(y_, grid.lattice, grid.mixed_field.data(), 1.0, gradient.data());
  }
  if (model_fringe_.all.index.empty()) return;
  add_fringe_gradient(target_fringe_.all, model_fringe_.all, a, c, gradient);
  add_fringe_gradient(target_fringe_.on_grid, model_fringe_.on_grid, -a, -c, gradient);
}

template <class Real>
bool GridEmbedder<Real>::data_field(std::vector<double>& field) {
  std::vector<double> one(at(target_.count));
  field.assign(one.size(), 0.0);
  for (const Grid& grid : grids_) {
    loops_->values(target_, grid.lattice, grid.target_field.data(), one.data());
    for (std::size_t a = 0; a < one.size(); ++a) field[a] += one[a];
  }
  const Some& fringe = target_fringe_.all;
  kernel_.sums().fields(target_, fringe.points(), one.data(), nullptr);
  for (std::size_t k = 0; k < fringe.index.size(); ++k) field[at(fringe.index[k])] = one[k];
  return true;
}

template <class Real>
bool GridEmbedder<Real>::model_fields(const Points<Real>& y, std::vector<double>& mean,
                                      std::vector<double>& square) {
  const std::size_t count = at(target_.count);
  std::vector<double> one(count), one_square(count), sd(count, 0.0);
  mean.assign(count, 0.0);
  AlignedVector<double> nodes, field;
  for (const Grid& grid : grids_) {
    nodes.assign(grid.model_nodes.size(), 0.0);
    const NodeRange range = loops_->spread(y, grid.lattice, nodes.data());
    const NodeRange reached = {range.first - grid.reach, range.last + grid.reach};
    const auto read = [&](std::span<const double> kernel, std::vector<double>& out) {
      field.assign(nodes.size(), 0.0);
      if (range.last > range.first)
        loops_->convolve(nodes.data(), reached, kernel.data(), grid.reach, field.data());
      loops_->values(target_, grid.lattice, field.data(), out.data());
    };
    read(grid.kernel, one);
    read(grid.kernel_square, one_square);
    for (std::size_t a = 0; a < count; ++a) {
      mean[a] += one[a];
      // As a sum of kernels has it: the standard deviations add up to the most that there can be.
      sd[a] += std::sqrt(std::max(one_square[a] - one[a] * one[a], 0.0));
    }
  }
  square.resize(count);
  for (std::size_t a = 0; a < count; ++a)
    square[a] = grids_.size() == 1 ? one_square[a] : sd[a] * sd[a] + mean[a] * mean[a];
  const Some& fringe = target_fringe_.all;
  kernel_.sums().fields(y, fringe.points(), one.data(), one_square.data());
  for (std::size_t k = 0; k < fringe.index.size(); ++k) {
    mean[at(fringe.index[k])] = one[k];
    square[at(fringe.index[k])] = one_square[k];
  }
  return true;
}

template <class Real>
double GridEmbedder<Real>::cross(const Points<Real>& y, double* gradient) {
  const double value = embed(y, true).cross;
  if (gradient) add_gradient(0.0, 1.0, {gradient, at(y.stride)});
  return value;
}

template <class Real>
double GridEmbedder<Real>::self(const Points<Real>& y, double* gradient) {
  const double value = embed(y, true).self;
  if (gradient) add_gradient(1.0, 0.0, {gradient, at(y.stride)});
  return value;
}

template <class Real>
void GridEmbedder<Real>::find_fringe(const Points<Real>& points, Fringe& fringe) const {
  fringe.all.clear();
  fringe.on_grid.clear();
  for (int j = 0; j < points.count; ++j) {
    const double x = static_cast<double>(points.coordinates[j]);
    if (x >= inner_low_ && x < inner_high_) continue;
    fringe.all.add(points, j);
    if (x >= low_ && x < high_) fringe.on_grid.add(points, j);
  }
  fringe.all.close();
  fringe.on_grid.close();
}

template <class Real>
void GridEmbedder<Real>::add_fringe_gradient(const Some& target, const Some& model, double a,
                                             double c, std::span<double> gradient) const {
  const Points<Real> y = model.points();
  std::vector<double> self(at(y.stride), 0.0), cross(at(y.stride), 0.0);
  kernel_.sums().self(y, self.data());
  kernel_.sums().cross(target.points(), y, cross.data());
  for (std::size_t k = 0; k < model.index.size(); ++k)
    gradient[at(model.index[k])] += a * self[k] + c * cross[k];
}

template <class Real>
void GridEmbedder<Real>::Some::clear() {
  index.clear();
  coordinates.clear();
  weights.clear();
}

template <class Real>
void GridEmbedder<Real>::Some::add(const Points<Real>& all, int j) {
  index.push_back(j);
  coordinates.push_back(all.coordinates[j]);
  weights.push_back(all.weights[j]);
}

template <class Real>
void GridEmbedder<Real>::Some::close() {
  const auto stride = at(padded(static_cast<int>(index.size())));
  coordinates.resize(stride, Real(0));
  weights.resize(stride, Real(0));
}

template <class Real>
Points<Real> GridEmbedder<Real>::Some::points() const {
  return {static_cast<int>(index.size()), static_cast<int>(coordinates.size()), 1,
          coordinates.data(), weights.data()};
}

template <class Real>
double GridEmbedder<Real>::Some::squares() const {
  double sum = 0.0;
  for (const Real w : weights) sum += double(w) * double(w);
  return sum;
}

template class GridEmbedder<float>;
template class GridEmbedder<double>;

}  // namespace surefoot
