#include <algorithm>
#include <bit>
#include <cmath>

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/latents/scramble.hpp>

#include "simd/isa_table.hpp"

namespace surefoot {
namespace {

constexpr int most_sobol_latents = 3667;  // of Boost's table of direction numbers

/// Long enough for the rows' functions to run at full speed, short enough for the cache.
constexpr int tile = 512;
struct alignas(cache_line) Tile {
  double values[tile];
};

/// Writes latents as the simulator will see them.
void write_latents(LatentKind kind, const double* uniforms, int count, float* out) {
  isa_table().random.float_latents(kind, uniforms, count, out);
}
void write_latents(LatentKind kind, const double* uniforms, int count, double* out) {
  isa_table().random.double_latents(kind, uniforms, count, out);
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
  AlignedVector<double> uniforms(static_cast<std::size_t>(table.stride), 0.5);
  for (int j = 0; j < table.count; ++j) {
    const double z = -reach + step * j;
    table.values[j] = static_cast<Real>(z);
    uniforms[j] = normal_cdf(z);
    table.weights[j] = static_cast<Real>(normal_density(z) / total);
  }
  if (kind == LatentKind::uniform) write_latents(kind, uniforms.data(), table.count, table.slot(0));
}

/// One number for all that random numbers at these coordinates depend on.
std::uint64_t seed_of(const Coordinates& at) {
  constexpr std::uint32_t behind_all_latents = (1u << 27) - 1;
  const Block block = random_block(at, behind_all_latents);
  return std::uint64_t{block[0]} << 32 | block[1];
}

/// Independent points: each observation has its own index, and asks for its latents in order.
template <class Real>
void fill_iid(Coordinates at, LatentTable<Real>& table) {
  Tile even, odd;
  for (int j = 0; j < table.count; j += tile, at.index += tile) {
    const int count = std::min(tile, table.count - j);
    for (std::size_t k = 0; k < table.kinds.size(); k += 2) {
      const PhiloxInput first = philox_input(at, static_cast<std::uint32_t>(k / 2));
      isa_table().random.uniforms(first, count, even.values, odd.values);
      write_latents(table.kinds[k], even.values, count, table.slot(k) + j);
      if (k + 1 < table.kinds.size())
        write_latents(table.kinds[k + 1], odd.values, count, table.slot(k + 1) + j);
    }
  }
}

/// Scrambled points, each latent with a key of its own.
template <class Real>
void fill_sobol(const Coordinates& at, const std::uint32_t* points, LatentTable<Real>& table) {
  Noise keys(at);
  Tile uniforms;
  for (std::size_t k = 0; k < table.kinds.size(); ++k, points += table.stride) {
    const auto key = scrambling_key(keys.uniform());
    for (int j = 0; j < table.count; j += tile) {
      const int count = std::min(tile, table.count - j);
      isa_table().random.scrambled(points + j, key, count, uniforms.values);
      write_latents(table.kinds[k], uniforms.values, count, table.slot(k) + j);
    }
  }
}

}  // namespace

LatentDesign::LatentDesign(Design design, int simulations, std::vector<LatentKind> kinds, Mass mass)
    : design_(design), simulations_(simulations), kinds_(std::move(kinds)) {
  constexpr std::size_t few = 2;
  const bool resolves = design != Design::iid && (mass == Mass::fixed || kinds_.size() <= few);
  statistic_ = resolves ? Statistic::v : Statistic::u;
  const auto latents = kinds_.size();
  if (latents == 0 && design != Design::iid)
    throw Error(Fault::usage, fmt::format("design {} places the latents of a simulator, but this "
                                          "one makes its own noise; iid will do",
                                          to_word(design)));
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
  const auto stride = static_cast<std::size_t>(padded(simulations));
  sobol_.resize(latents * stride);
  // The engine leaves out the origin, with which the first 2^k points are a net.
  for (int j = 1; j < simulations; ++j)
    for (std::size_t k = 0; k < latents; ++k)
      sobol_[k * stride + static_cast<std::size_t>(j)] = engine();
}

template <class Real>
void LatentDesign::fill_any(const Coordinates& at, LatentTable<Real>& table) const {
  table.resize(simulations_, kinds_);
  table.seed = seed_of(at);
  if (design_ == Design::quadrature) {
    fill_quadrature(kinds_[0], table);
    table.reset_padding();
    return;
  }
  std::fill_n(table.weights.begin(), simulations_, static_cast<Real>(1.0 / simulations_));
  if (design_ == Design::sobol)
    fill_sobol(at, sobol_.data(), table);
  else
    fill_iid(at, table);
  table.reset_padding();
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
  return 0 < latents && latents <= most_latents_for_sobol ? Design::sobol : Design::iid;
}

int default_simulations(Design design, std::size_t observations, std::size_t latents) {
  constexpr std::size_t few_latents = 4;
  const auto n = static_cast<unsigned>(std::min<std::size_t>(observations, 1u << 20));
  switch (design) {
    case Design::sobol:  // n up to 1024, then as the root of n from 16384 on: their error falls
                         // faster; many latents need four times as many while they are few
      if (n <= 1024)
        return static_cast<int>(
            std::clamp(std::bit_ceil(latents > few_latents ? 4 * n : n), 256u, 1024u));
      return static_cast<int>(std::clamp(
          std::bit_ceil(static_cast<unsigned>(8.0 * std::sqrt(double(n)))), 1024u, 8192u));
    case Design::iid:
      return static_cast<int>(std::max(2048u, latents == 0 ? 2 * n : n));
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
