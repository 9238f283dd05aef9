#include "emulator/emulated_check.hpp"

#include <algorithm>
#include <limits>

#include <surefoot/error.hpp>

#include "bootstrap/mmd_settings.hpp"
#include "check/check.hpp"
#include "check/other_choices.hpp"
#include "check/spreads.hpp"
#include "check/witness.hpp"
#include "emulator/emulated_scores.hpp"
#include "emulator/emulated_test.hpp"
#include "emulator/other_pictures.hpp"

namespace surefoot {
namespace {

using Landmarks = OtherPictures::Landmarks;

constexpr const char* too_few_places =
    "too few places were simulated around the draws to look at them with another kernel";

/// The same posterior as trimming sees it, whether it trims or not.
std::shared_ptr<const EmulatedPosterior> trimming_posterior(const LearntEmbedding& learnt,
                                                            const OtherPictures& pictures) {
  const Problem& problem = learnt.problem;
  if (problem.settings->trim->on()) return learnt.posterior;
  auto trimming = pictures.of(with_robustness(problem, *problem.settings->mass, usual_trim),
                              Landmarks::from_observations_too);
  if (!trimming) throw Error(Fault::data, too_few_places);
  return trimming;
}

class EmulatedCheck {
 public:
  EmulatedCheck(const LearntEmbedding& learnt, const Fit& fit)
      : learnt_(learnt),
        problem_(learnt.problem),
        posterior_(*learnt.posterior),
        draws_(fit.draws),
        pictures_(posterior_, learnt.seen->pool()) {}

  ObservationScores scores() const {
    return emulated_scores(posterior_, *trimming_posterior(learnt_, pictures_), draws_);
  }

  std::optional<CompositeTest> test(int count, const std::stop_token& stop) {
    replicates_ = simulate_replicates(problem_, posterior_.best().eta, count, stop);
    if (2 * replicates_.size() < static_cast<std::size_t>(count)) return std::nullopt;
    const auto judge = pictures_.of(problem_, Landmarks::from_simulations);
    if (!judge) throw Error(Fault::data, too_few_places);
    return emulated_test(*judge, replicates_);
  }

  /// Looks at observations of the replicates, which are simulated at the best fit.
  std::vector<WitnessPlace> places() const {
    constexpr std::size_t most = 4096;
    if (replicates_.empty()) return {};
    const auto dimension = static_cast<std::size_t>(problem_.simulation->model.dimension);
    std::vector<double> values;
    for (const Sample& replicate : replicates_)
      values.insert(values.end(), replicate.values().begin(), replicate.values().end());
    values.resize(std::min(values.size(), most * dimension));
    return witness_places(problem_, posterior_.best().mass,
                          Sample(values, static_cast<int>(dimension)));
  }

  /// Fits the observations again with one choice made otherwise at a time.  A best fit that leaves
  /// the places which were simulated is not known.
  std::vector<Sensitivity> sensitivities() const {
    const std::vector<double> sd = spreads(draws_);
    const auto again = pictures_.of(problem_, Landmarks::from_observations_too);
    const auto by_other_pictures = best_of(again.get());
    if (!by_other_pictures) throw Error(Fault::data, too_few_places);
    std::vector<Sensitivity> result;
    for (const OtherChoice& choice : other_choices(problem_)) {
      if (choice.setting == "simulations") continue;  // draws have none of their own
      const auto same_pictures = by_same_pictures(choice.problem);
      const auto here = same_pictures ? best_of(&posterior_) : by_other_pictures;
      const auto fitted = same_pictures
                              ? same_pictures
                              : pictures_.of(choice.problem, Landmarks::from_observations_too);
      const auto there = best_of(fitted.get());
      std::vector<double> moves(sd.size(), std::numeric_limits<double>::quiet_NaN());
      for (std::size_t k = 0; here && there && k < sd.size(); ++k)
        moves[k] = (*there)[k] == (*here)[k] ? 0.0 : ((*there)[k] - (*here)[k]) / sd[k];
      result.push_back({choice.setting, choice.value, std::move(moves)});
    }
    return result;
  }

 private:
  /// The posterior of a problem with the same kernel that does not trim; null for others.
  std::shared_ptr<const EmulatedPosterior> by_same_pictures(const Problem& problem) const {
    const bool same_kernel =
        problem.comparison->kernel.text() == problem_.comparison->kernel.text();
    if (!same_kernel || problem.settings->trim->on()) return nullptr;
    return std::make_shared<const EmulatedPosterior>(
        problem, std::make_shared<const PicturedData>(posterior_.data()),
        EmulatedModel{posterior_.emulator(), {}, {}}, posterior_.maps(), posterior_.reach());
  }

  std::optional<std::vector<double>> best_of(const EmulatedPosterior* fitted) const {
    if (!fitted || fitted->best().at_reach) return std::nullopt;
    const Eigen::VectorXd& eta = fitted->best().eta;
    std::vector<double> theta(static_cast<std::size_t>(problem_.space->parameters.size()));
    problem_.space->parameters.to_natural({eta.data(), static_cast<std::size_t>(eta.size())},
                                          theta);
    return theta;
  }

  const LearntEmbedding& learnt_;
  const Problem& problem_;
  const EmulatedPosterior& posterior_;
  const Draws& draws_;
  OtherPictures pictures_;
  std::vector<Sample> replicates_;
};

}  // namespace

void check_emulated_fit(const LearntEmbedding& learnt, int replicates, const Events& events,
                        const std::stop_token& stop, Fit& fit) {
  EmulatedCheck check(learnt, fit);
  FitChecks checks;
  checks.scores = [&] { return check.scores(); };
  if (replicates > 0) {
    checks.test = [&] { return check.test(replicates, stop); };
    checks.places = [&] { return check.places(); };
    checks.sensitivities = [&] { return check.sensitivities(); };
    fit.simulator_calls +=
        replicates * static_cast<std::int64_t>(learnt.problem.data->observations->size());
  }
  carry_out_checks(checks, events, fit);
}

std::vector<double> emulated_inlier_at_best(const LearntEmbedding& learnt) {
  if (learnt.problem.settings->trim->on())
    return inlier_at_best(*learnt.posterior, *learnt.posterior);
  if (!learnt.seen) return {};
  const OtherPictures pictures(*learnt.posterior, learnt.seen->pool());
  return inlier_at_best(*learnt.posterior, *trimming_posterior(learnt, pictures));
}

}  // namespace surefoot
