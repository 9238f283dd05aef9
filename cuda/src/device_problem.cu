#include <algorithm>
#include <cmath>
#include <numeric>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/error.hpp>
#include <surefoot/kernels/families.hpp>
#include <surefoot/objective/data_term.hpp>

#include "data/quantiles.hpp"
#include "device_problem.hpp"

namespace surefoot::cuda {
namespace {

constexpr double log2_e = 1.4426950408889634;
static_assert(common_draw == DrawObjective::common_draw);

/// Gaussians given as (lengthscale, height).
GaussianSumOnDevice make_gaussians(std::vector<std::pair<double, double>> terms) {
  GaussianSumOnDevice sum;
  std::stable_sort(terms.begin(), terms.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [lengthscale, height] : terms) {
    sum.rate[sum.terms] = -0.5 / (lengthscale * lengthscale);
    sum.height[sum.terms++] = height;
  }
  while (!terms.empty()) {
    GaussianChain& chain = sum.chain[sum.chains++];
    double last = 2.0 * terms.front().first;
    for (chain.length = 0; chain.length < GaussianChain::most; ++chain.length) {
      const auto next = std::find_if(terms.begin(), terms.end(), [&](const auto& term) {
        return std::abs(2.0 * term.first - last) < 1e-6 * last;
      });
      if (next == terms.end()) break;
      last = next->first;
      chain.rate[chain.length] = static_cast<float>(-0.5 / (last * last));
      if (chain.length == 0) chain.first = static_cast<float>(-0.5 * log2_e / (last * last));
      terms.erase(next);
    }
  }
  return sum;
}

/// A term of a family that is not the Gaussian.
template <class F>
OtherTerm make_other(const KernelTerm& term) {
  OtherTerm other{static_cast<int>(OtherFamilies::index<F>()), term.lengthscale.value_or(1.0), 1.0};
  if constexpr (has_shape<F>) other.shape = term.shape.value_or(F::shape.usual);
  return other;
}

DeviceKernel make_kernel(const std::vector<KernelTerm>& terms) {
  DeviceKernel kernel;
  std::vector<std::pair<double, double>> gaussians;
  for (const KernelTerm& term : terms)
    std::visit(
        [&]<class F>(const F&) {
          if constexpr (std::is_same_v<F, Gaussian>)
            gaussians.emplace_back(*term.lengthscale, 1.0);
          else
            kernel.other[kernel.others++] = make_other<F>(term);
        },
        family_of(term));
  kernel.gaussians = make_gaussians(gaussians);
  return kernel;
}

/// Grids of the device are those of Gaussians.
std::vector<KernelTerm> gridded_terms(const Problem& problem) {
  std::vector<KernelTerm> gridded;
  for (const EvaluationPart& part : problem.comparison->evaluation.parts)
    for (const KernelTerm& term : part.terms)
      if (part.how == Evaluator::grid && !problem.comparison->closed_form &&
          std::holds_alternative<Gaussian>(family_of(term)))
        gridded.push_back(term);
  return gridded;
}

bool same(const KernelTerm& a, const KernelTerm& b) {
  return a.family == b.family && a.lengthscale == b.lengthscale;
}

}  // namespace

bool uses_grids(const Problem& problem) { return !gridded_terms(problem).empty(); }

template <class Real>
UploadedProblem<Real>::UploadedProblem(const Problem& problem, const Modes& modes)
    : next_task_(std::vector<int>{0}) {
  device_.next_task = next_task_.data();
  upload_observations(problem);
  upload_design(problem);
  upload_kernel(problem);
  choose_team();
  upload_subset(problem);
  upload_parameters(problem);
  upload_modes(problem, modes);
}

template <class Real>
void UploadedProblem<Real>::upload_observations(const Problem& problem) {
  const Sample& x = *problem.data->observations;
  const std::size_t n = x.size();
  const int d = x.dimension();
  device_.observations = static_cast<int>(n);
  for (int c = 0; c < d; ++c) {
    device_.column_scale[c] = problem.data->column_scale[static_cast<std::size_t>(c)];
    device_.centre[c] = column_quantile(x, c, 0.5) / device_.column_scale[c];
  }
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return x(static_cast<std::size_t>(a), 0) < x(static_cast<std::size_t>(b), 0);
  });
  place_.resize(n);
  std::vector<Real> coordinates(n * static_cast<std::size_t>(d));
  constexpr double away = 2.0 * double(far_away<Real>);  // not where lost simulations are
  for (std::size_t a = 0; a < n; ++a) {
    const auto i = static_cast<std::size_t>(order[a]);
    place_[i] = static_cast<int>(a);
    for (int c = 0; c < d; ++c)
      coordinates[static_cast<std::size_t>(c) * n + a] = static_cast<Real>(
          std::clamp(x(i, c) / device_.column_scale[c] - device_.centre[c], -away, away));
  }
  sorted_.assign(coordinates.begin(), coordinates.begin() + static_cast<std::ptrdiff_t>(n));
  coordinates_ = DeviceArray<Real>(coordinates);
  places_ = DeviceArray<int>(place_);
  device_.coordinates = coordinates_.data();
  device_.place = places_.data();
}

template <class Real>
void UploadedProblem<Real>::upload_design(const Problem& problem) {
  device_.noise_policy = *problem.settings->noise;
  device_.closed_form = problem.comparison->closed_form != nullptr;
  if (device_.closed_form) {
    device_.simulations = 0;
    return;
  }
  const LatentDesign& design = *problem.simulation->design;
  const int m = design.simulations();
  device_.design = *problem.settings->design;
  device_.statistic = design.statistic();
  device_.simulations = m;
  device_.latents = static_cast<int>(problem.simulation->model.latents.size());
  kinds_ = DeviceArray<LatentKind>(problem.simulation->model.latents);
  device_.kinds = kinds_.data();
  device_.square_sum = double(Real(1.0 / m)) * double(Real(1.0 / m)) * m;
  if (device_.design == Design::sobol) {
    sobol_ = DeviceArray<std::uint32_t>(design.sobol());
    device_.sobol = sobol_.data();
    device_.sobol_stride =
        static_cast<int>(design.sobol().size() / problem.simulation->model.latents.size());
  } else if (device_.design == Design::quadrature) {
    LatentTable<Real> table;
    design.fill({problem.settings->seed, common_draw, 0, 0, Purpose::simulation}, table);
    const auto count = static_cast<std::size_t>(m);
    quadrature_ = DeviceArray<Real>(std::span<const Real>(table.values).first(count));
    simulation_weights_ = DeviceArray<Real>(std::span<const Real>(table.weights).first(count));
    device_.quadrature = quadrature_.data();
    device_.simulation_weights = simulation_weights_.data();
    device_.square_sum = 0.0;
    for (std::size_t j = 0; j < count; ++j)
      device_.square_sum += double(table.weights[j]) * double(table.weights[j]);
  }
}

template <class Real>
void UploadedProblem<Real>::upload_kernel(const Problem& problem) {
  const auto& terms = problem.comparison->kernel.terms();
  device_.kernel = device_.paired_kernel = make_kernel(terms);
  device_.at_zero = problem.comparison->kernel.at_zero();
  device_.first_on_grid = 0;
  device_.last_on_grid = device_.observations;
  if (problem.comparison->closed_form) {
    const GaussianEmbedding& gaussians = *problem.comparison->closed_form->as_gaussians();
    std::vector<std::pair<double, double>> around;
    for (int i = 0; i < gaussians.around_theta.terms; ++i)
      around.emplace_back(std::sqrt(-0.5 / gaussians.around_theta.rate[i]),
                          gaussians.around_theta.height[i]);
    device_.paired_kernel = {.gaussians = make_gaussians(around)};
    device_.closed_form_a = gaussians.a;
    return;
  }
  const auto gridded = gridded_terms(problem);
  if (gridded.empty()) return;
  std::vector<KernelTerm> paired;
  for (const KernelTerm& term : terms)
    if (std::none_of(gridded.begin(), gridded.end(),
                     [&](const KernelTerm& other) { return same(term, other); }))
      paired.push_back(term);
  device_.paired_kernel = make_kernel(paired);
  device_.gridded_kernel = make_kernel(gridded);
  upload_grids(problem, gridded);
}

template <class Real>
void UploadedProblem<Real>::upload_grids(const Problem& problem,
                                         const std::vector<KernelTerm>& terms) {
  const GridWindow& window = *problem.comparison->evaluation.window;
  const double low = window.centre - window.half_width - device_.centre[0];
  const double high = window.centre + window.half_width - device_.centre[0];
  const auto begin = std::lower_bound(sorted_.begin(), sorted_.end(), low);
  const auto end = std::lower_bound(sorted_.begin(), sorted_.end(), high);
  device_.first_on_grid = static_cast<int>(begin - sorted_.begin());
  device_.last_on_grid = static_cast<int>(end - sorted_.begin());
  taps_ = DeviceArray<double>(grid_taps<Gaussian::Grid>());
  device_.taps = taps_.data();
  device_.reach = grid_reach;
  for (const KernelTerm& term : terms) {
    DeviceGrid& grid = device_.grid[device_.grids++];
    const double spacing = grid_spacing * *term.lengthscale;
    grid.rate = 1.0 / spacing;
    grid.origin = begin == end ? 0.0 : *begin - spacing;
    const auto cell = [&](double x) {
      return static_cast<int>(std::floor((x - grid.origin) * grid.rate));
    };
    grid.first_cell = begin == end ? 0 : cell(*begin);
    grid.cells = begin == end ? 1 : cell(*(end - 1)) - grid.first_cell + 1;
    std::vector<int> starts(static_cast<std::size_t>(grid.cells) + 1, device_.first_on_grid);
    for (auto at = begin; at != end; ++at)
      ++starts[static_cast<std::size_t>(cell(*at) - grid.first_cell) + 1];
    for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1] - starts[0];
    starts_.push_back(DeviceArray<int>(starts));
    grid.starts = starts_.back().data();
    grid.moments = grid_doubles_;
    grid.nodes = grid.moments + 8 * std::int64_t{grid.cells};
    grid.field = grid.nodes + grid.node_count(grid_reach);
    grid_doubles_ = grid.field + grid.node_count(grid_reach);
  }
}

template <class Real>
void UploadedProblem<Real>::upload_subset(const Problem& problem) {
  const bool known = device_.grids > 0 && device_.paired_kernel.gaussians.terms == 0 &&
                     device_.paired_kernel.others == 0;
  const int n = device_.observations;
  device_.whole_data_term = !known && n <= most_atoms_in_full;
  if (known || device_.whole_data_term) return;
  const Sample& x = *problem.data->observations;
  Noise noise({problem.settings->seed, common_draw, 0, 0, Purpose::selection});
  std::vector<int> places;
  std::vector<Real> coordinates(static_cast<std::size_t>(atoms_that_stand_for_all * x.dimension()));
  for (int k = 0; k < atoms_that_stand_for_all; ++k) {
    const auto i = static_cast<std::size_t>(noise.uniform() * n);
    places.push_back(place_[i]);
    for (int c = 0; c < x.dimension(); ++c)
      coordinates[static_cast<std::size_t>(c * atoms_that_stand_for_all + k)] =
          static_cast<Real>(x(i, c) / device_.column_scale[c] - device_.centre[c]);
  }
  subset_places_ = DeviceArray<int>(places);
  subset_coordinates_ = DeviceArray<Real>(coordinates);
  device_.subset = atoms_that_stand_for_all;
  device_.subset_places = subset_places_.data();
  device_.subset_coordinates = subset_coordinates_.data();
}

template class UploadedProblem<float>;
template class UploadedProblem<double>;

}  // namespace surefoot::cuda
