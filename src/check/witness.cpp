#include "check/witness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <surefoot/bootstrap/draw_objective.hpp>

#include "bootstrap/mmd_settings.hpp"
#include "bootstrap/trimming.hpp"
#include "data/some_rows.hpp"

namespace surefoot {
namespace {

constexpr double significant = 4.0;          // standard deviations, since many places are looked at
constexpr std::size_t most_places = 6;       // that are told
constexpr std::size_t most_looked_at = 768;  // of the observations, and as many simulated

/// Points of equal weights in units of the column scales, as the kernel sums read them.
class Cloud {
 public:
  Cloud(const Sample& x, const std::vector<std::size_t>& rows, const std::vector<double>& scale)
      : count_(static_cast<int>(rows.size())),
        dimension_(x.dimension()),
        coordinates_(stride() * scale.size(), 0.0),
        weights_(stride(), 0.0) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      weights_[i] = 1.0 / static_cast<double>(rows.size());
      for (std::size_t c = 0; c < scale.size(); ++c)
        coordinates_[c * stride() + i] = x(rows[i], static_cast<int>(c)) / scale[c];
    }
  }

  std::size_t size() const { return static_cast<std::size_t>(count_); }
  Points<double> points() const {
    return {count_, padded(count_), dimension_, coordinates_.data(), weights_.data()};
  }
  std::vector<double> at(std::size_t i) const {
    std::vector<double> place;
    for (std::size_t c = 0; c < static_cast<std::size_t>(dimension_); ++c)
      place.push_back(coordinates_[c * stride() + i]);
    return place;
  }

 private:
  std::size_t stride() const { return static_cast<std::size_t>(padded(count_)); }

  int count_, dimension_;
  AlignedVector<double> coordinates_, weights_;
};

std::vector<std::size_t> all_rows(const Sample& x) {
  std::vector<std::size_t> rows(x.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0.0;
  for (std::size_t c = 0; c < a.size(); ++c) square += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(square);
}

/// A point that was looked at.
struct Look {
  std::vector<double> at;
  double z;
  double share;  // of all data, or of the model, that it stands for and that is too much there
};

std::vector<Look> looks_at(const Cloud& places, const Cloud& data, const Cloud& model,
                           const KernelSums& kernel, double mass, std::size_t n, bool observed) {
  AtomFields fields;
  fields.data.resize(places.size());
  fields.mean.resize(places.size());
  fields.square.resize(places.size());
  kernel.fields(data.points(), places.points(), fields.data.data(), nullptr);
  kernel.fields(model.points(), places.points(), fields.mean.data(), fields.square.data());
  const std::vector<double> z = witness_scores(fields, mass, n);
  std::vector<Look> looks;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double mu = mass * fields.mean[i];
    const double larger = observed ? fields.data[i] : mu, smaller = observed ? mu : fields.data[i];
    const double excess = larger > 0.0 ? std::max(0.0, 1.0 - smaller / larger) : 0.0;
    const double stands_for = (observed ? 1.0 : mass) / static_cast<double>(places.size());
    looks.push_back({places.at(i), z[i], excess * stands_for});
  }
  std::erase_if(looks, [&](const Look& look) {
    return !(observed ? look.z > significant : look.z < -significant);
  });
  return looks;
}

/// Puts together what is near to each other.
std::vector<WitnessPlace> grouped(std::vector<Look> looks, double reach,
                                  const std::vector<double>& scale) {
  std::vector<WitnessPlace> places;
  std::vector<bool> taken(looks.size(), false);
  for (std::size_t first = 0; first < looks.size(); ++first) {
    if (taken[first]) continue;
    std::vector<std::size_t> group = {first};
    taken[first] = true;
    for (std::size_t k = 0; k < group.size(); ++k)
      for (std::size_t j = 0; j < looks.size(); ++j)
        if (!taken[j] && distance(looks[group[k]].at, looks[j].at) < reach) {
          taken[j] = true;
          group.push_back(j);
        }
    WitnessPlace place{std::vector<double>(scale.size(), 0.0), 0.0, 0.0};
    double total = 0.0;
    for (const std::size_t k : group) {
      const Look& look = looks[k];
      if (std::abs(look.z) > std::abs(place.z)) place.z = look.z;
      place.share += look.share;
      total += look.share;
      for (std::size_t c = 0; c < scale.size(); ++c)
        place.place[c] += look.share * look.at[c] * scale[c];
    }
    for (double& coordinate : place.place) coordinate /= total;
    if (total > 0.0) places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

std::vector<WitnessPlace> witness_places(const Problem& problem, const Modes& modes,
                                         std::int64_t& simulator_calls, std::stop_token stop) {
  constexpr int simulated = 4096;
  const auto objective = make_draw_objective(problem, std::move(stop));
  objective->begin_data();
  const double mass = objective->report(modes.list.front().eta).mass;
  std::vector<double> theta(static_cast<std::size_t>(problem.space->parameters.size()));
  problem.space->parameters.to_natural(modes.list.front().eta, theta);
  const std::uint32_t apart = BootstrapObjective::common_draw;  // from the replicates
  const Sample y = simulate_iid(problem.simulation->model, theta, simulated,
                                {problem.settings->seed, apart, 0, 0, Purpose::replicate});
  simulator_calls += objective->simulator_calls() + simulated;
  return witness_places(problem, mass, y);
}

std::vector<WitnessPlace> witness_places(const Problem& problem, double mass, const Sample& y) {
  constexpr std::size_t most_summed = 16384;
  const Sample& x = *problem.data->observations;
  const std::vector<double>& scale = problem.data->column_scale;
  const std::uint64_t seed = problem.settings->seed;
  const Problem looking = with_robustness(problem, *problem.settings->mass, usual_trim);

  const Cloud data(x, some_rows(x.size(), most_summed, seed), scale), model(y, all_rows(y), scale);
  const KernelSums& kernel = looking.comparison->trim_kernel->sums();
  const Cloud observed(x, some_rows(x.size(), most_looked_at, seed), scale);
  const Cloud drawn(y, some_rows(y.size(), most_looked_at, seed), scale);
  const auto& lengths = problem.comparison->lengthscales;
  const double reach = lengths.empty() ? 0.0 : 2.0 * lengths.front();
  auto places =
      grouped(looks_at(observed, data, model, kernel, mass, data.size(), true), reach, scale);
  const auto missing =
      grouped(looks_at(drawn, data, model, kernel, mass, data.size(), false), reach, scale);
  places.insert(places.end(), missing.begin(), missing.end());
  std::sort(places.begin(), places.end(),
            [](const WitnessPlace& a, const WitnessPlace& b) { return a.share > b.share; });
  places.resize(std::min(places.size(), most_places));
  return places;
}

}  // namespace surefoot
