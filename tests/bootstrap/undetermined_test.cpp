#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/report/text.hpp>
#include <surefoot/simulators/plain.hpp>

#include "bootstrap/fit_support.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

/// A location of which each parameter is a part, or has none.
struct PartsOfALocation {
  static constexpr int parameters = 3, dimension = 1, latents = 1;
  double second, third;  // shares of these parameters

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 3>& theta, Latent& latent) const {
    return {{theta[0] + second * theta[1] + third * theta[2] + 0.5 * latent.normal()}};
  }
};

struct NothingButNoise {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    return {{0.0 * theta[0] + latent.normal()}};
  }
};

struct OnlyTheProduct {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    return {{theta[0] * theta[1] + 0.5 * latent.normal()}};
  }
};

/// The last of five values of a stationary series with mean mu and variance 1, whatever phi is.
struct MarginalOfASeries {
  static constexpr int parameters = 2, dimension = 1, latents = 5;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    const Real fresh = sqrt(1.0 - theta[1] * theta[1]);
    Real x = Real(latent.normal());
    for (int t = 1; t < 5; ++t) x = theta[1] * x + fresh * latent.normal();
    return {{theta[0] + x}};
  }
};

struct Location {
  static constexpr int parameters = 1, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 1>& theta, Latent& latent) const {
    return {{theta[0] + latent.normal()}};
  }
};

/// A scale that has no root below 1.
struct RootOfAScale {
  static constexpr int parameters = 2, dimension = 1, latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    return {{theta[0] + (1.0 + sqrt(theta[1] - 1.0)) * latent.normal()}};
  }
};

Sample normal_observations(int count, double mean, std::uint64_t seed = 7) {
  const Model model = make_model(Location{}, {{"mean", -100.0, 100.0}});
  return model.simulate(std::vector{mean}, count, seed);
}

/// How far, in standard errors, values are from the mean and variance of a uniform distribution.
void expect_uniform(const std::vector<double>& values, double lower, double upper) {
  const double n = static_cast<double>(values.size()), width = upper - lower;
  EXPECT_NEAR(estimate(values).mean, 0.5 * (lower + upper), 4.0 * width / std::sqrt(12.0 * n));
  std::vector<double> squares;
  for (const double v : values) squares.push_back(std::pow((v - lower) / width - 0.5, 2));
  EXPECT_NEAR(estimate(squares).mean, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0 / n));
  EXPECT_GE(*std::min_element(values.begin(), values.end()), lower);
  EXPECT_LE(*std::max_element(values.begin(), values.end()), upper);
}

/// A device that serves everything.
class AnyDevice final : public Accelerator {
 public:
  std::string missing() const override { return ""; }
  std::string refusal(const Problem&, const Modes&) const override { return ""; }
  std::string name() const override { return "any"; }
  std::string evaluator(const Problem&) const override { return "none"; }
  Outcome bootstrap(const Problem&, const Modes&, const DrawNumbers&, const Events&,
                    std::stop_token) const override {
    return {};
  }
};

bool warns(const Fit& fit, const std::string& text) {
  return std::any_of(fit.warnings.begin(), fit.warnings.end(), [&](const std::string& warning) {
    return warning.find(text) != std::string::npos;
  });
}

TEST(Undetermined, IsAParameterThatTheSimulatorIgnores) {
  const Model model = make_model(PartsOfALocation{0.0, 0.0},
                                 {{"a", -9.0, 9.0}, {"useless", 0.0, 8.0}, {"idle", -1.0, 1.0}});
  const Sample x = normal_observations(100, 2.0);
  const Fit result = fit(model, x, settings({{"draws", "100"}}));
  EXPECT_EQ(to_text(result.undetermined), "useless; idle");
  EXPECT_FALSE(result.undetermined.everywhere);
  EXPECT_TRUE(warns(result, "not determined by these data: useless; idle"));
  EXPECT_EQ(count_of(result.draws, DrawStatus::undetermined), 100u);
  EXPECT_EQ(summarise(result).converged, 0u);
  expect_uniform(column(result.draws, 1), 0.0, 8.0);
  expect_uniform(column(result.draws, 2), -1.0, 1.0);
  // What is determined is drawn as if nothing else were there.
  const Fit alone =
      fit(model, x,
          settings({{"draws", "100"}, {"fixed", "useless=1,idle=0"}, {"precision", "double"}}));
  const auto found = column(result.draws, 0), expected = column(alone.draws, 0);
  EXPECT_TRUE(alone.undetermined.looked_for);
  EXPECT_EQ(to_text(alone.undetermined), "");
  for (std::size_t r = 0; r < found.size(); ++r)
    EXPECT_NEAR(found[r], expected[r], 0.02 * spread(expected)) << r;
}

TEST(Undetermined, DrawsDoNotDependOnWhoMakesThem) {
  const Model model = make_model(PartsOfALocation{1.0, 0.0},
                                 {{"a", -9.0, 9.0}, {"b", -9.0, 9.0}, {"useless", 0.0, 8.0}});
  const Sample x = normal_observations(60, 1.0);
  const Fit all = fit(model, x, settings({{"draws", "12"}, {"threads", "2"}}));
  const Fit part = fit(model, x, settings({{"draws", "12"}, {"part", "2/3"}}));
  expect_same_draws(part.draws, part_of(all.draws, 4, 4));
  EXPECT_NE(fit(model, x, settings({{"draws", "12"}, {"seed", "1"}})).draws.row(0)[2],
            all.draws.row(0)[2]);
}

TEST(Undetermined, IsADifferenceWhereOnlyTheSumIsUsed) {
  const Model model = make_model(PartsOfALocation{1.0, 0.0},
                                 {{"a", 0.0, 10.0}, {"b", 0.0, 10.0}, {"useless", 0.0, 8.0}});
  const Sample x = normal_observations(100, 6.0);
  const Fit result = fit(model, x, settings({{"draws", "100"}, {"fixed", "useless=1"}}));
  EXPECT_EQ(to_text(result.undetermined), "of a and b only a + b");
  ASSERT_EQ(result.undetermined.directions.size(), 1u);
  const auto& step = result.undetermined.directions.front();
  EXPECT_NEAR(step[1] / step[0], -1.0, 0.05);  // up to what draws do not tell apart
  EXPECT_EQ(step[2], 0.0);
  const auto a = column(result.draws, 0), b = column(result.draws, 1);
  expect_uniform(a, 0.0, 6.6);  // where b is in its box, for all of the sums
  // The sum is drawn as if b were known.
  const Fit known = fit(model, x, settings({{"draws", "100"}, {"fixed", "b=1,useless=1"}}));
  const auto expected = column(known.draws, 0);
  for (std::size_t r = 0; r < a.size(); ++r)
    EXPECT_NEAR(a[r] + b[r], expected[r] + 1.0, 0.05 * spread(expected)) << a[r] << ", " << b[r];
}

TEST(Undetermined, NamesEveryCombinationThatIsSimple) {
  const Sample x = normal_observations(60, 2.0);
  const std::vector<Parameter> boxes{{"a", -9.0, 9.0}, {"b", -9.0, 9.0}, {"c", -9.0, 9.0}};
  const auto found = [&](double second, double third) {
    const Fit result =
        fit(make_model(PartsOfALocation{second, third}, boxes), x, settings({{"draws", "2"}}));
    return to_text(result.undetermined);
  };
  EXPECT_EQ(found(-2.0, 0.0), "of a and b only a - 2 b; c");
  EXPECT_EQ(found(0.7, 0.0), "of a and b only a + 0.7 b; c");
  EXPECT_EQ(found(1.0, 1.0), "of a, b and c only a + b + c");
}

TEST(Undetermined, FollowsACurve) {
  const Sample x = normal_observations(100, 3.0);
  const Model model = make_model(OnlyTheProduct{}, {{"a", 0.5, 8.0}, {"b", 0.5, 8.0}});
  const Fit result = fit(model, x, settings({{"draws", "40"}}));
  EXPECT_EQ(to_text(result.undetermined), "of a and b only a * b");
  const auto a = column(result.draws, 0), b = column(result.draws, 1);
  EXPECT_LT(*std::min_element(a.begin(), a.end()), 1.2);
  EXPECT_GT(*std::max_element(a.begin(), a.end()), 4.8);
  const Fit known = fit(model, x, settings({{"draws", "40"}, {"fixed", "b=1"}}));
  const auto expected = column(known.draws, 0);
  for (std::size_t r = 0; r < a.size(); ++r)
    EXPECT_NEAR(a[r] * b[r], expected[r], 0.05 * spread(expected)) << a[r] << ", " << b[r];
  const Fit logs = fit(make_model(OnlyTheProduct{}, {{"a", 0.5, 8.0, Transform::log},
                                                     {"b", 0.5, 8.0, Transform::log}}),
                       x, settings({{"draws", "2"}}));
  EXPECT_EQ(to_text(logs.undetermined), "of a and b only a * b");
}

TEST(Undetermined, IsTheCorrelationOfASeriesOfWhichOnlyTheMarginalIsSeen) {
  const Model model = make_model(MarginalOfASeries{}, {{"mu", -5.0, 5.0}, {"phi", -0.95, 0.95}});
  for (std::uint64_t seed = 7; seed < 13; ++seed) {
    SCOPED_TRACE(seed);
    const Sample x = normal_observations(200, 1.0, seed);
    const Fit result = fit(model, x, settings({{"draws", "20"}, {"simulations", "256"}}));
    EXPECT_EQ(to_text(result.undetermined), "phi");
    EXPECT_GT(spread(column(result.draws, 1)), 0.25);
    EXPECT_EQ(summarise(result).converged, 0u);
  }
}

// The lengthscale is that which shows what is determined: for N(a, 0.5^2) the longest, by the
// median.
TEST(Undetermined, HasNoPartInTheChoiceOfALengthscale) {
  const Model model = make_model(PartsOfALocation{0.0, 0.0},
                                 {{"a", -9.0, 9.0}, {"useless", 0.0, 8.0}, {"idle", -1.0, 1.0}});
  const Fit result = fit(model, normal_observations(200, 1.0),
                         settings({{"draws", "2"}, {"lengthscale", "auto"}}));
  EXPECT_EQ(to_text(result.undetermined), "useless; idle");
  EXPECT_NEAR(result.lengthscales.at(0), 0.6745 * 0.5, 0.01);
}

TEST(Undetermined, IsEverythingWhereTheObjectiveIsTheSameEverywhere) {
  const Sample x = normal_observations(50, 0.0);
  const Fit ignored = fit(make_model(NothingButNoise{}, {{"a", 0.0, 10.0}, {"b", 0.0, 10.0}}), x,
                          settings({{"draws", "60"}}));
  const Model shifted = make_model(Location{}, {{"mean", 0.0, 10.0}});
  const Fit wide = fit(shifted, x, settings({{"draws", "60"}, {"lengthscale", "1e30"}}));
  const Fit far = fit(shifted, moved(x, 1.0, 1e15), settings({{"draws", "60"}}));
  for (const Fit* result : {&ignored, &wide, &far}) {
    EXPECT_TRUE(result->undetermined.everywhere);
    EXPECT_TRUE(warns(*result, "the objective is the same in the whole box"));
    EXPECT_EQ(count_of(result->draws, DrawStatus::undetermined), 60u);
    expect_uniform(column(result->draws, 0), 0.0, 10.0);
    EXPECT_NE(to_text(summarise(*result)).find("no parameter is determined"), std::string::npos);
  }
}

// Wide posteriors of few observations are still informed.
TEST(Undetermined, IsNothingOfModelsThatTheirDataInform) {
  for (const char* model : {"g-and-k", "gaussian-location", "m-g-1", "sir"}) {
    const Fit result = fit_built_in(model, observations_of(model, 100), {{"draws", "1"}});
    EXPECT_TRUE(result.undetermined.looked_for) << model;
    EXPECT_EQ(to_text(result.undetermined), "") << model;
  }
}

TEST(Undetermined, IsDrawnByTheHost) {
  Model model = make_model(PartsOfALocation{0.0, 0.0},
                           {{"a", -9.0, 9.0}, {"useless", 0.0, 8.0}, {"idle", -1.0, 1.0}});
  model.accelerator = std::make_shared<AnyDevice>();
  const Sample x = normal_observations(30, 2.0);
  std::vector<std::string> notes;
  Events events;
  events.note = [&](const std::string& text) { notes.push_back(text); };
  EXPECT_EQ(fit(model, x, settings({{"draws", "2"}}), events).device, "cpu");
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes.back(),
            "the device does not serve parameters that the data do not determine, so the CPU is "
            "used");
  EXPECT_THROW(fit(model, x, settings({{"draws", "2"}, {"device", "cuda"}})), Error);
}

TEST(Undetermined, IsNotLookedForByRulesThatLeaveNoMinimum) {
  const Fit result = fit_built_in("gaussian-location", observations_of("gaussian-location", 20, 1),
                                  {{"draws", "2"}, {"optimiser", "adam"}});
  EXPECT_FALSE(result.undetermined.looked_for);
}

TEST(BoxEdge, IsToldByParameterAndEnd) {
  const Sample x = normal_observations(100, 2.0);
  const Fit result = fit(make_model(Location{}, {{"mean", -5.0, 2.05}}), moved(x, 1.0, 0.05),
                         settings({{"draws", "40"}}));
  const std::size_t on_edge = count_of(result.draws, DrawStatus::box_edge);
  EXPECT_GE(on_edge, 10u);
  EXPECT_LT(on_edge, 40u);
  const Summary summary = summarise(result);
  EXPECT_EQ(summary.on_edge, on_edge);
  EXPECT_EQ(summary.converged, 40 - on_edge);
  EXPECT_TRUE(warns(result, "mean at its upper bound 2.05"))
      << testing::PrintToString(result.warnings);
  const Fit all = fit(make_model(Location{}, {{"mean", -5.0, 1.0}}), x, settings({{"draws", "9"}}));
  EXPECT_TRUE(warns(all, "(mean at its bound 1)")) << testing::PrintToString(all.warnings);
  const Model held = make_model(PartsOfALocation{1.0, 0.0},
                                {{"a", -5.0, 1.0}, {"b", 0.0, 8.0}, {"idle", -1.0, 1.0}});
  const Fit some = fit(held, x, settings({{"draws", "9"}, {"fixed", "b=0.9,idle=0"}}));
  EXPECT_TRUE(warns(some, "(a at its ")) << testing::PrintToString(some.warnings);
  EXPECT_FALSE(warns(some, "idle at its"));
  const Fit inside = fit(make_model(Location{}, {{"mean", -5.0, 5.0}}),
                         normal_observations(100, 2.0), settings({{"draws", "40"}}));
  EXPECT_EQ(inside.warnings, std::vector<std::string>{});
}

TEST(FailingNeighbours, AreToldWhereThePosteriorEndsWithTheSimulator) {
  const Model model = make_model(RootOfAScale{}, {{"mean", -5.0, 5.0}, {"scale", 0.0, 4.0}});
  const Fit leaning = fit(model, normal_observations(100, 0.0), settings({{"draws", "40"}}));
  EXPECT_TRUE(warns(leaning, "leans on an edge where the simulator fails"));
  const Fit inside =
      fit(model, moved(normal_observations(100, 0.0), 2.0, 0.0), settings({{"draws", "40"}}));
  EXPECT_FALSE(warns(inside, "where the simulator fails"));
}

}  // namespace
}  // namespace surefoot
