#include "objects/emulated_objects.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "emulator/learn_embedding.hpp"
#include "methods/learnt_draws.hpp"
#include "objects/object_objective.hpp"

namespace surefoot {
namespace {

/// Simulates objects that are kept, and gives rows of one number, the object's own.
class SimulatedNumbers final : public BatchSimulator {
 public:
  explicit SimulatedNumbers(ObjectSums& sums) : sums_(sums) {}

  bool differentiable() const override { return false; }
  bool simulate(std::span<const double> theta, const LatentTable<float>& latents, Derivatives,
                Simulation<float>& out) const override {
    return simulate_any(theta, latents, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents, Derivatives,
                Simulation<double>& out) const override {
    return simulate_any(theta, latents, out);
  }

 private:
  template <class Real>
  bool simulate_any(std::span<const double> theta, const LatentTable<Real>& latents,
                    Simulation<Real>& out) const {
    const auto first =
        sums_.keep(theta, latents.count, {latents.seed, 0, 0, 0, Purpose::simulation});
    if (!first) return false;
    for (int j = 0; j < latents.count; ++j)
      out.y[static_cast<std::size_t>(j)] = static_cast<Real>(*first + static_cast<std::size_t>(j));
    return true;
  }

  ObjectSums& sums_;
};

/// The run as a problem of rows of one number under the kernel of the objects that they stand for.
Problem problem_of(const Run& run, ObjectSums& sums) {
  Model model = run.model;
  model.simulator = std::make_shared<const SimulatedNumbers>(sums);
  SearchSpace space = make_search_space(model, run.space, run.observations, {}, 1.0);
  return {std::make_shared<const ObservedData>(ObservedData{&run.observations, {1.0}}),
          std::make_shared<const Comparison>(Comparison{Kernel(sums), {}}),
          std::make_shared<const SimulationPlan>(SimulationPlan{std::move(model)}),
          std::make_shared<const SearchSpace>(std::move(space)),
          std::make_shared<const FitConfig>(run.settings)};
}

/// What the landmarks leave out of |mu|^2, the squared length of the model's embedding where draws
/// are.
struct LeftOut {
  double length = 0.0;  // |mu|^2
  double mean = 0.0;    // |mu|^2 - |phi|^2
  double surely = 0.0;  // the same, less what may be chance
};

/// By the objects of both halves at the last places that were simulated, which are independent, so
/// that k and <phi, phi> of an object of each have these lengths for means.
LeftOut left_out_of(const LearntEmbedding& learnt, const ObjectSums& sums) {
  constexpr std::size_t most_places = 24;
  constexpr int most_objects = 32;  // of each half
  const auto& places = learnt.seen->pool().places();
  const EmbeddingPicture& picture = *learnt.seen->data()->picture;
  Eigen::ArrayXd lengths(most_places), left_out(most_places);
  Eigen::Index count = 0;
  for (std::size_t k = places.size() - std::min(most_places, places.size()); k < places.size();
       ++k) {
    if (places[k].failed) continue;
    const int each = std::min(most_objects, places[k].half);
    const Eigen::Map<const Eigen::VectorXd> one(places[k].y[0].data(), each),
        other(places[k].y[1].data(), each);
    double sum = 0.0;
    for (const double a : one)
      for (const double b : other)
        sum += sums.value(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    lengths[count] = sum / (double(each) * each);
    left_out[count] = lengths[count] - picture.of_rows(one).rowwise().mean().dot(
                                           picture.of_rows(other).rowwise().mean());
    ++count;
  }
  if (count < 2) return {};
  const auto values = left_out.head(count);
  const double mean = values.mean();
  const double error =
      std::sqrt((values - mean).square().sum() / (double(count) * (double(count) - 1.0)));
  return {lengths.head(count).mean(), std::max(mean, 0.0), std::max(mean - 2.0 * error, 0.0)};
}

/// Parameters move the length by a share of it, and so they do what is left out, while chance moves
/// its product with n observations by about 1/sqrt(n) of that.
void tell_what_is_left_out(const LeftOut& left_out, const LearntEmbedding& learnt, const Run& run) {
  constexpr double noticeable = 0.5;  // draws were off by a few tenths of their sd
  const double chance = 1.0 / std::sqrt(double(run.observations.size()));
  if (left_out.surely <= noticeable * chance * left_out.length) return;
  run.note(fmt::format(
      "the {} landmarks that objects are compared with leave out {:.2g} % of the model's "
      "embedding, "
      "whose chance error is {:.2g} %, so draws may be off: the kernel is nearly 0 between most "
      "objects; embedding direct leaves out nothing",
      learnt.seen->data()->picture->landmarks().rows(), 100.0 * left_out.surely / left_out.length,
      100.0 * chance));
}

}  // namespace

void draw_by_emulator(Run& run, ObjectSums& sums, const std::vector<double>& gram) {
  const Problem problem = problem_of(run, sums);
  const std::size_t n = sums.observations();
  const auto& budget = run.settings.budget;
  const std::int64_t spend = budget ? static_cast<std::int64_t>(budget->amount)
                                    : usual_budget(problem.space->eta_scale.size(), n);
  const LearntEmbedding learnt = learn_embedding(problem, spend, nullptr, run.events, run.stop);
  run.result.evaluator = "emulator";
  run.result.simulator_calls = learnt.simulator_calls;
  run.result.simulation_share = learnt.simulation_share;
  run.describe(learnt.modes());
  tell_what_was_learnt(learnt, spend, run.events);
  const LeftOut left_out = left_out_of(learnt, sums);
  tell_what_is_left_out(left_out, learnt, run);
  run.result.undetermined = tell_limits(learnt, run.events);
  run.keep(make_draws(run.begin_draws(), [&](std::uint32_t number) {
    const LearntEmbedding::Draw one = learnt.draw(number);
    DrawRow row = row_of(run.space, one);
    DirichletDraw drawn;
    dirichlet_process_draw({}, n, run.settings.seed, number, drawn);
    const double mass = one.drawn.minimum.mass;
    row.info.mmd2 =
        one.drawn.minimum.value + mass * mass * left_out.mean + data_term(gram, drawn.weights);
    return row;
  }));
}

}  // namespace surefoot
