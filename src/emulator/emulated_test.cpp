#include "emulator/emulated_test.hpp"

#include <surefoot/error.hpp>
#include <surefoot/objective/target.hpp>
#include <surefoot/parallel/threads.hpp>

#include "bootstrap/sampled_data_term.hpp"
#include "check/composite_test.hpp"
#include "emulator/other_pictures.hpp"

namespace surefoot {
namespace {

ModelDistance distance_of(const EmulatedPosterior& fitted) {
  const Problem& problem = fitted.problem();
  const EmbeddingEmulator& emulator = fitted.emulator();
  const Eigen::VectorXd& u = fitted.best().u;
  const Eigen::VectorXd level = emulator.at(u);
  const double a = level.squaredNorm() - emulator.squared_error(u);
  const double c = level.dot(fitted.outputs().cast<double>().rowwise().mean());

  Target<double> target(*problem.data->observations, problem.data->column_scale);
  target.assign_empirical();
  const Kernel& kernel = problem.comparison->kernel;
  const auto embedder = make_embedder<double>(problem.comparison->evaluation, kernel);
  embedder->take(target.points(), target.places());
  std::optional<double> data = embedder->data();
  if (!data)
    data = sampled_data_term(
        target.points(), kernel.sums(), problem.settings->seed, 1.0, c, 1.0,
        [&](const Points<double>& some) {
          return level.dot(emulator.directions().transpose() * fitted.data().picture->of(some));
        });
  return {a - 2.0 * c + *data, a};
}

}  // namespace

std::vector<Sample> simulate_replicates(const Problem& problem, const Eigen::VectorXd& eta,
                                        int count, const std::stop_token& stop) {
  std::vector<std::optional<Sample>> simulated(static_cast<std::size_t>(count));
  for_each_index(problem.settings->threads, simulated.size(), [&](std::size_t b) {
    if (stop.stop_requested()) throw Interrupted{};
    try {
      simulated[b] =
          simulate_replicate(problem, {eta.data(), static_cast<std::size_t>(eta.size())}, b);
    } catch (const Error&) {
      // A simulator may fail at some latent points; that replicate is one less.
    }
  });
  std::vector<Sample> list;
  for (auto& one : simulated)
    if (one) list.push_back(std::move(*one));
  return list;
}

CompositeTest emulated_test(const EmulatedPosterior& judge, const std::vector<Sample>& replicates) {
  const Problem& problem = judge.problem();
  const ModelDistance own = distance_of(judge);
  std::vector<double> distances(replicates.size());
  for_each_index(problem.settings->threads, replicates.size(), [&](std::size_t b) {
    const Problem replicate = with_observations(problem, replicates[b]);
    distances[b] = distance_of(OtherPictures::with_observations_of(judge, replicate)).mmd2;
  });
  return test_of(own, std::move(distances), problem);
}

}  // namespace surefoot
