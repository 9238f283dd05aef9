#include <algorithm>
#include <bit>
#include <cmath>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>

namespace surefoot {
namespace {

constexpr int most_sobol_latents = 3667;  // of Boost's table of direction numbers

/// A latent as the simulator will see it.  In float a uniform must not round to 0 or 1.
template <class Real>
Real as_latent(double uniform, LatentKind kind) {
  if (kind == LatentKind::normal) return static_cast<Real>(normal_quantile(uniform));
  constexpr double edge = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;
  return static_cast<Real>(std::clamp(uniform, edge, 1.0 - edge));
}

/// Nodes uniform in the normal scale with the normal density as weight (the trapezoid rule, which
/// converges exponentially here).  Points of equal probability would leave the tails further apart
/// than a lengthscale, and the objective rugged.
template <class Real>
void fill_quadrature(LatentKind kind, LatentTable<Real>& table) {
  constexpr double reach = 4.75;  // 2e-6 of the mass is beyond
  const double step = 2.0 * reach / (table.count - 1);
  double total = 0.0;
  for (int j = 0; j < table.count; ++j) total += normal_density(-reach + step * j);
  for (int j = 0; j < table.count; ++j) {
    const double z = -reach + step * j;
    table.values[j] =
        kind == LatentKind::normal ? static_cast<Real>(z) : as_latent<Real>(normal_cdf(z), kind);
    table.weights[j] = static_cast<Real>(normal_density(z) / total);
  }
}

/// Owen's scrambling by a hash: each bit is flipped by a function of the bits above it alone, so
/// that the net stays a net (Laine and Karras 2011, with better constants by Vegdahl 2021).
std::uint32_t scramble(std::uint32_t bits, std::uint32_t key) {
  const auto reverse = [](std::uint32_t x) {
    x = (x << 16) | (x >> 16);
    x = ((x & 0x00ff00ffU) << 8) | ((x >> 8) & 0x00ff00ffU);
    x = ((x & 0x0f0f0f0fU) << 4) | ((x >> 4) & 0x0f0f0f0fU);
    x = ((x & 0x33333333U) << 2) | ((x >> 2) & 0x33333333U);
    return ((x & 0x55555555U) << 1) | ((x >> 1) & 0x55555555U);
  };
  std::uint32_t x = reverse(bits);
  x ^= x * 0x3d20adeaU;
  x += key;
  x *= (key >> 16) | 1U;
  x ^= x * 0x05526c56U;
  x ^= x * 0x53a22864U;
  return reverse(x);
}

}  // namespace

LatentDesign::LatentDesign(Design design, int simulations, std::vector<LatentKind> kinds)
    : design_(design), simulations_(simulations), kinds_(std::move(kinds)) {
  const auto latents = kinds_.size();
  if (design == Design::quadrature && latents != 1)
    throw Error(Fault::usage, fmt::format("design quadrature needs a simulator with one latent, "
                                          "but this one has {}; sobol or iid will do",
                                          latents));
  if (design != Design::sobol) return;
  if (latents > most_sobol_latents)
    throw Error(Fault::usage, fmt::format("design sobol reaches up to {} latents, but this "
                                          "simulator has {}; iid will do",
                                          most_sobol_latents, latents));
  boost::random::sobol_engine<std::uint32_t, 32> engine(latents);
  sobol_.resize(latents * static_cast<std::size_t>(simulations));
  // The engine leaves out the origin, with which the first 2^k points are a net.
  for (int j = 1; j < simulations; ++j)
    for (std::size_t k = 0; k < latents; ++k)
      sobol_[k * static_cast<std::size_t>(simulations) + static_cast<std::size_t>(j)] = engine();
}

template <class Real>
void LatentDesign::fill_any(const Coordinates& at, LatentTable<Real>& table) const {
  table.resize(simulations_, kinds_);
  if (design_ == Design::quadrature) {
    fill_quadrature(kinds_[0], table);
    return;
  }
  std::fill_n(table.weights.begin(), simulations_, static_cast<Real>(1.0 / simulations_));
  if (design_ == Design::sobol) {
    Noise keys(at);
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const auto key = static_cast<std::uint32_t>(keys.uniform() * 0x1p32);
      const std::uint32_t* points = sobol_.data() + k * static_cast<std::size_t>(simulations_);
      for (int j = 0; j < simulations_; ++j)
        table.slot(k)[j] = as_latent<Real>((scramble(points[j], key) + 0.5) * 0x1p-32, kinds_[k]);
    }
    return;
  }
  Coordinates here = at;
  for (int j = 0; j < simulations_; ++j) {
    here.index = at.index + static_cast<std::uint32_t>(j);
    Noise noise(here);
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      table.slot(k)[j] = as_latent<Real>(noise.uniform(), kinds_[k]);
  }
}

void LatentDesign::fill(const Coordinates& at, LatentTable<float>& table) const {
  fill_any(at, table);
}

void LatentDesign::fill(const Coordinates& at, LatentTable<double>& table) const {
  fill_any(at, table);
}

Design automatic_design(int latents, bool closed_form) {
  constexpr int most_latents_for_sobol = 12;  // beyond, scrambled nets lose their lead
  if (closed_form) return Design::closed_form;
  if (latents == 1) return Design::quadrature;
  return latents <= most_latents_for_sobol ? Design::sobol : Design::iid;
}

int default_simulations(Design design, std::size_t observations) {
  const auto n = static_cast<unsigned>(std::min<std::size_t>(observations, 1u << 20));
  switch (design) {
    case Design::sobol:  // 1024 up to n = 4096, then a quarter of n, at most 8192
      return static_cast<int>(std::clamp(std::bit_ceil(n / 4), 1024u, 8192u));
    case Design::iid:
      return static_cast<int>(std::max(2048u, n));
    default:
      return 1024;
  }
}

Sample simulate_iid(const Model& model, std::span<const double> theta, int observations,
                    const Coordinates& at) {
  constexpr int chunk = 4096;  // bounds the memory of simulators with many latents
  const auto columns = static_cast<std::size_t>(model.dimension);
  std::vector<double> rows(static_cast<std::size_t>(observations) * columns);
  LatentTable<double> latents;
  Simulation<double> simulation;
  for (int first = 0; first < observations; first += chunk) {
    const int count = std::min(chunk, observations - first);
    Coordinates here = at;
    here.index = at.index + static_cast<std::uint32_t>(first);
    LatentDesign(Design::iid, count, model.latents).fill(here, latents);
    simulation.resize(count, model.dimension, model.parameters.size(), Derivatives::no);
    if (!model.simulator->simulate(theta, latents, Derivatives::no, simulation))
      throw Error(Fault::usage,
                  "the simulator returned something that is not a number at these parameters");
    for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j)
      for (std::size_t c = 0; c < columns; ++c)
        rows[(static_cast<std::size_t>(first) + j) * columns + c] =
            simulation.y[c * static_cast<std::size_t>(simulation.stride) + j];
  }
  return Sample(std::move(rows), model.dimension);
}

}  // namespace surefoot
