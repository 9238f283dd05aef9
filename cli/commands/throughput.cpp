#include "commands/throughput.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include <surefoot/design/design.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/prior/dirichlet_process.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot::cli {
namespace {

constexpr int size = 1024;  // n = m: fills the caches as a fit does, and no call takes long

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The rate of the fastest call of `run`, which does `work` units.
template <class Run>
double best_rate(double work, double seconds, Run run) {
  run();  // caches, page faults, clock speed
  double fastest = std::numeric_limits<double>::infinity();
  const auto start = Clock::now();
  for (int calls = 0; calls < 3 || since(start) < seconds; ++calls) {
    const auto before = Clock::now();
    run();
    fastest = std::min(fastest, since(before));
  }
  return work / fastest;
}

// Standard normal points of equal weight, and room for a gradient.
template <class Real>
class Cloud {
 public:
  Cloud(int dimension, std::uint32_t number)
      : dimension_(dimension),
        coordinates_(static_cast<std::size_t>(dimension * padded(size)), Real(0)),
        weights_(static_cast<std::size_t>(padded(size)), Real(0)),
        gradient_(coordinates_.size(), 0.0) {
    Noise noise({.seed = 0, .draw = number, .step = 0, .index = 0, .purpose = Purpose::data});
    for (Real& value : coordinates_) value = static_cast<Real>(noise.normal());
    std::fill_n(weights_.begin(), size, Real(1) / Real(size));
  }
  Points<Real> points() const {
    return {size, padded(size), dimension_, coordinates_.data(), weights_.data()};
  }
  double* gradient() { return gradient_.data(); }

 private:
  int dimension_;
  AlignedVector<Real> coordinates_;
  AlignedVector<Real> weights_;
  std::vector<double> gradient_;
};

constexpr double cross_pairs = double{size} * size;
constexpr double objective_pairs = cross_pairs + 0.5 * size * (size - 1);

template <class Real>
void evaluate(const Kernel& kernel, const Cloud<Real>& data, Cloud<Real>& simulations) {
  kernel.sums().cross(data.points(), simulations.points(), simulations.gradient());
  kernel.sums().self(simulations.points(), simulations.gradient());
}

template <class Real>
PairRate pair_rate(const Kernel& kernel, int dimension, double seconds) {
  const Cloud<Real> data(dimension, 0);
  Cloud<Real> simulations(dimension, 1);
  const auto cross = [&] {
    kernel.sums().cross(data.points(), simulations.points(), simulations.gradient());
  };
  return {.kernel = kernel.text(),
          .dimension = dimension,
          .precision = sizeof(Real) == 4 ? "float" : "double",
          .cross = best_rate(cross_pairs, seconds, cross),
          .objective =
              best_rate(objective_pairs, seconds, [&] { evaluate(kernel, data, simulations); })};
}

template <class Real>
SimulationRate simulation_rate(const Model& model, double seconds) {
  LatentTable<Real> latents;
  LatentDesign(Design::iid, size, model.latents)
      .fill({.seed = 0, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::simulation}, latents);
  const Derivatives wanted = model.simulator->differentiable() ? Derivatives::yes : Derivatives::no;
  Simulation<Real> simulation;
  simulation.resize(size, model.dimension, model.parameters.size(), wanted);
  return {.model = model.name,
          .precision = sizeof(Real) == 4 ? "float" : "double",
          .observations = best_rate(size, seconds, [&] {
            model.simulator->simulate(model.truth, latents, wanted, simulation);
          })};
}

double weight_rate(double seconds) {
  DirichletDraw draw;
  std::uint32_t number = 0;
  return best_rate(size, seconds, [&] { dirichlet_process_draw({}, size, 0, number++, draw); });
}

// Pairs a second of several threads, each with points of its own.
double pairs_of_threads(const Kernel& kernel, int threads, double seconds) {
  std::vector<double> rates(static_cast<std::size_t>(threads));
  std::atomic<int> ready{0};
  const auto work = [&](std::size_t number) {
    const Cloud<float> data(1, static_cast<std::uint32_t>(2 * number));
    Cloud<float> simulations(1, static_cast<std::uint32_t>(2 * number + 1));
    evaluate(kernel, data, simulations);
    ++ready;
    while (ready < threads) std::this_thread::yield();
    const auto start = Clock::now();
    long long evaluations = 0;
    for (; since(start) < seconds; ++evaluations) evaluate(kernel, data, simulations);
    rates[number] = static_cast<double>(evaluations) * objective_pairs / since(start);
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < rates.size(); ++t) others.emplace_back(work, t);
    work(0);
  }
  return std::accumulate(rates.begin(), rates.end(), 0.0);
}

Scaling scaling(const Kernel& kernel, double seconds) {
  constexpr std::size_t runs = 5;
  const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::array<double, runs> one, all;
  for (std::size_t r = 0; r < runs; ++r) {
    one[r] = pairs_of_threads(kernel, 1, seconds);
    all[r] = pairs_of_threads(kernel, threads, seconds);
  }
  std::sort(one.begin(), one.end());
  std::sort(all.begin(), all.end());
  return {threads, one[runs / 2], all[runs / 2]};
}

}  // namespace

Throughput measure_throughput(double seconds) {
  Throughput result;
  std::vector<Kernel> kernels;
  for (const std::string& family : kernel_families()) {
    auto terms = parse_kernel(family);
    if (needs_lengthscale(terms[0])) terms[0].lengthscale = 1.0;
    kernels.emplace_back(terms);
  }
  for (const Kernel& kernel : kernels) {
    for (const int dimension : {1, 2, 4, 8}) {
      result.pairs.push_back(pair_rate<float>(kernel, dimension, seconds));
      result.pairs.push_back(pair_rate<double>(kernel, dimension, seconds));
    }
  }
  for (const std::string& name : model_names()) {
    const Model model = built_in_model(name);
    result.simulations.push_back(simulation_rate<float>(model, seconds));
    result.simulations.push_back(simulation_rate<double>(model, seconds));
  }
  result.dirichlet_weights = weight_rate(seconds);
  // A run of threads must be long against the time that starting them takes.
  result.scaling = scaling(kernels.front(), 4.0 * seconds);
  return result;
}

}  // namespace surefoot::cli
