#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>

#include <fmt/format.h>

#include <surefoot/check/calibration.hpp>
#include <surefoot/data/statistics.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/settings_given.hpp>

#include "check/checkable.hpp"

namespace surefoot {
namespace {

/// The posterior's quantiles of one parameter that matter here.
struct Ends {
  double lower, median, upper;
};

std::optional<Ends> ends_of(const Draws& draws, std::size_t parameter, double level) {
  std::vector<double> values;
  for (const std::size_t r : usable_rows(draws)) values.push_back(draws.row(r)[parameter]);
  if (values.size() < 2) return std::nullopt;
  std::sort(values.begin(), values.end());
  const double tail = 0.5 * (1.0 - level);
  return Ends{quantile(values, tail), quantile(values, 0.5), quantile(values, 1.0 - tail)};
}

/// By what an interval must be multiplied, from its median, to reach the truth.
double reach(const Ends& ends, double truth) {
  const double side = truth < ends.median ? ends.median - ends.lower : ends.upper - ends.median;
  const double away = std::abs(truth - ends.median);
  return away == 0.0 ? 0.0 : away / side;
}

/// Data as those of the fit are thought to be: rows of the model, and rows of the data that it does
/// not explain, as often as they are there.
class DataMaker {
 public:
  DataMaker(const Model& model, const Fit& fit) : model_(model), fit_(fit) {
    const auto p = static_cast<std::ptrdiff_t>(fit.draws.names.size());
    theta_.assign(fit.modes.begin(), fit.modes.begin() + p);
    if (!fit.scores) return;
    for (const double inlier : fit.scores->inlier) unexplained_.push_back(1.0 - inlier);
    std::partial_sum(unexplained_.begin(), unexplained_.end(), unexplained_.begin());
  }

  double outliers() const {
    return unexplained_.empty() ? 0.0
                                : unexplained_.back() / static_cast<double>(unexplained_.size());
  }
  const std::vector<double>& theta() const { return theta_; }

  Sample make(std::uint32_t number) const {
    const Sample& x = fit_.observations;
    const std::uint64_t seed = fit_.settings.seed;
    const Sample clean = simulate_iid(model_, theta_, static_cast<int>(x.size()),
                                      {seed, number, 0, 0, Purpose::replicate});
    if (!(outliers() > 0.0)) return clean;
    std::vector<double> values(clean.values().begin(), clean.values().end());
    const auto d = static_cast<std::size_t>(x.dimension());
    Noise noise({seed, number, 1, 0, Purpose::selection});
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(noise.uniform() < outliers())) continue;
      const auto at = std::upper_bound(unexplained_.begin(), unexplained_.end(),
                                       noise.uniform() * unexplained_.back());
      const auto row = std::min(static_cast<std::size_t>(at - unexplained_.begin()), x.size() - 1);
      std::copy_n(x.row(row).begin(), d, values.begin() + static_cast<std::ptrdiff_t>(i * d));
    }
    return {std::move(values), x.dimension()};
  }

 private:
  const Model& model_;
  const Fit& fit_;
  std::vector<double> theta_;
  std::vector<double> unexplained_;  // summed up
};

/// The settings of the fits: those that the fit was given, for one thread.
FitConfig settings_of_replicates(const Fit& fit, const CalibrationPlan& plan) {
  FitConfig settings = settings_given(fit);
  settings.draws = plan.draws;
  settings.part.reset();
  settings.keep_simulations.reset();  // which one fit at a time may write
  settings.threads = 1;
  settings.device = Device::cpu;
  settings.check = Check::none;
  settings.predictive_draws = 0;
  return settings;
}

CalibratedParameter judged(const std::string& name, double truth, const Ends& own,
                           const std::vector<Ends>& fits, double level) {
  const auto count = static_cast<double>(fits.size());
  std::vector<double> reaches;
  double covered = 0.0, sum = 0.0, squares = 0.0;
  for (const Ends& ends : fits) {
    reaches.push_back(reach(ends, truth));
    covered += ends.lower <= truth && truth <= ends.upper;
    sum += ends.median - truth;
    squares += (ends.median - truth) * (ends.median - truth);
  }
  std::sort(reaches.begin(), reaches.end());
  CalibratedParameter p;
  p.name = name;
  p.coverage = covered / count;
  // As if the intervals were right, so that an observed coverage of 1 has an error too.
  p.coverage_error = std::sqrt(level * (1.0 - level) / count);
  p.bias = sum / count;
  p.bias_error = std::sqrt(std::max(squares / count - p.bias * p.bias, 0.0) / (count - 1.0));
  p.factor = quantile(reaches, level);
  const double wider = p.is_off(level) ? p.factor : 1.0;
  p.lower = own.median - wider * (own.median - own.lower);
  p.upper = own.median + wider * (own.upper - own.median);
  return p;
}

void require_plan(const CalibrationPlan& plan) {
  require_whole(plan.datasets, 20, 100'000, "datasets");
  require_whole(plan.draws, 20, 10'000'000, "draws");
  if (!(plan.level > 0.0 && plan.level < 1.0))
    throw Error(Fault::usage, fmt::format("level must be between 0 and 1, but is {}", plan.level));
}

}  // namespace

Calibration calibrate(const Model& model, const Fit& fit, const CalibrationPlan& plan,
                      const Events& events, std::stop_token stop) {
  require_plan(plan);
  require_checkable(model, fit);
  const FitConfig settings = settings_of_replicates(fit, plan);
  const DataMaker maker(model, fit);
  const std::size_t p = fit.draws.names.size();
  std::vector<std::vector<std::optional<Ends>>> ends(static_cast<std::size_t>(plan.datasets));
  std::mutex telling;
  std::size_t done = 0, failed = 0;
  std::string reason;
  for_each_index(fit.settings.threads, ends.size(), [&](std::size_t b) {
    if (stop.stop_requested()) throw Interrupted{};
    std::string trouble;
    try {
      FitConfig own = settings;
      own.seed = fit.settings.seed + 1 + b;
      const Fit again =
          surefoot::fit(model, maker.make(static_cast<std::uint32_t>(b)), own, {}, stop);
      for (std::size_t k = 0; k < p; ++k) ends[b].push_back(ends_of(again.draws, k, plan.level));
    } catch (const Error& error) {
      trouble = error.what();
    }
    const std::lock_guard lock(telling);
    ++done;
    failed += !trouble.empty();
    if (reason.empty()) reason = trouble;
    if (events.progress) events.progress({done, ends.size(), failed, "data sets"});
  });
  if (stop.stop_requested()) throw Interrupted{};
  if (2 * failed > ends.size())
    throw Error(Fault::data, fmt::format("{} of {} simulated data sets could not be fitted: {}",
                                         failed, ends.size(), reason));
  Calibration result{
      plan.level, plan.datasets - static_cast<int>(failed), plan.draws, maker.outliers(), {}};
  for (std::size_t k = 0; k < p; ++k) {
    std::vector<Ends> fits;
    for (const auto& one : ends)
      if (!one.empty() && one[k]) fits.push_back(*one[k]);
    const auto own = ends_of(fit.draws, k, plan.level);
    if (fits.size() > 1 && own && own->lower < own->upper)
      result.parameters.push_back(
          judged(fit.draws.names[k], maker.theta()[k], *own, fits, plan.level));
  }
  return result;
}

}  // namespace surefoot
