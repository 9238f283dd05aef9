#include "bootstrap/minima.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace surefoot {
namespace {

/// (eta - 1)^2 for eta < 3, without a derivative of its own.
class Parabola final : public BootstrapObjective {
 public:
  Parabola(const ParameterSpace& space, const Box& box)
      : BootstrapObjective(space, box, 1e-3, {}) {}
  void begin_draw(std::uint32_t) override {}
  void begin_data() override { ++begun; }
  bool remembers() const override { return forgetful; }

  int begun = 0;
  bool forgetful = false;

 private:
  bool differentiable() const override { return false; }
  double value(std::span<const double> theta, std::span<double>) override {
    simulator_calls_ += 7;
    return theta[0] < 3.0 ? (theta[0] - 1.0) * (theta[0] - 1.0)
                          : std::numeric_limits<double>::quiet_NaN();
  }
};

struct Minima : ::testing::Test {
  ParameterSpace space{{{"a", -5.0, 5.0}}};
  std::vector<double> scale{1.0};
  Box box{space.lower(), space.upper(), scale};
  Parabola objective{space, box};
};

TEST_F(Minima, HaveAGradientByDifferencesAtTheCostOfItsEvaluations) {
  std::vector<double> eta{2.0}, gradient{0.0};
  EXPECT_EQ(objective(eta, gradient), 1.0);
  EXPECT_NEAR(gradient[0], 2.0, 1e-9);
  EXPECT_EQ(objective.evaluations(), 3);
  EXPECT_EQ(objective.simulator_calls(), 21);
}

TEST_F(Minima, TakeDifferencesInsideTheBox) {
  std::vector<double> eta{-5.0}, gradient{0.0};
  objective(eta, gradient);
  EXPECT_NEAR(gradient[0], -12.0 + 1e-3, 1e-9);  // from one side
}

TEST_F(Minima, AreScreenedAmongPlacesThatHaveAValue) {
  auto workers =
      workers_on_data<Parabola>(1, nullptr, [&] { return std::make_unique<Parabola>(space, box); });
  const auto found = screened(space, {{0.0}, {4.0}, {0.5}, {-2.0}}, workers);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].eta, std::vector{0.5});
  EXPECT_EQ(found[0].value, 0.25);
  EXPECT_EQ(found[2].eta, std::vector{-2.0});
  EXPECT_EQ(workers.simulator_calls(), 28);
}

/// One of three processes, whose others have found what a process alone would.
class ThirdOfSearch final : public Crew {
 public:
  explicit ThirdOfSearch(std::vector<double> all) : all_(std::move(all)) {}
  void make(const CrewTask&) override {}
  int searchers() const override { return 3; }
  int searcher() const override { return 1; }
  void gather(std::span<double> values, const std::optional<Error>& error) override {
    if (error) throw Error(*error);
    const std::size_t results = values.size() - 3;
    for (std::size_t i = 0; i < results; ++i) {
      EXPECT_EQ(values[i], i % 3 == 1 ? all_[i] : 0.0) << i;
      values[i] = all_[i];
    }
    values[results] = 100.0;  // simulations of the other two
    values[results + 2] = 10.0;
  }

 private:
  std::vector<double> all_;
};

TEST_F(Minima, AreScreenedTogetherByProcesses) {
  const auto make = [&] { return std::make_unique<Parabola>(space, box); };
  const std::vector<std::vector<double>> places{{-4.5}, {-3.5}, {-2.5}, {-1.5},
                                                {-0.5}, {0.5},  {1.5}};
  std::vector<double> all;
  for (const auto& place : places) all.push_back((place[0] - 1.0) * (place[0] - 1.0));
  ThirdOfSearch crew(all);
  auto together = workers_on_data<Parabola>(1, &crew, make);
  auto alone = workers_on_data<Parabola>(1, nullptr, make);
  const auto found = screened(space, places, together), expected = screened(space, places, alone);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].eta, expected[i].eta);
    EXPECT_EQ(found[i].value, expected[i].value);
  }
  EXPECT_EQ(together.simulator_calls(), 2 * 7 + 110);  // two of the seven places are its own
}

TEST_F(Minima, AreForgottenBetweenPlacesByWhoRemembers) {
  for (const bool remembers : {false, true}) {
    Parabola* made = nullptr;
    auto workers = workers_on_data<Parabola>(1, nullptr, [&] {
      auto one = std::make_unique<Parabola>(space, box);
      one->forgetful = remembers;
      made = one.get();
      return one;
    });
    run_on_data(workers, 3, 0, [](std::size_t, Parabola&, auto) {});
    EXPECT_EQ(made->begun, remembers ? 4 : 1);
  }
}

TEST_F(Minima, AreOneWhereEveryCoordinateIsNear) {
  const std::vector<double> scales{1.0, 10.0};
  const auto kept = distinct({{.eta = {0.0, 0.0}, .value = 2.0},
                              {.eta = {0.05, 0.9}, .value = 1.0},
                              {.eta = {0.0, 2.0}, .value = 3.0}},
                             scales, 0.1);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].value, 1.0);
  EXPECT_EQ(kept[1].value, 3.0);
}

TEST_F(Minima, OfDescentsThatFailAreDropped) {
  auto workers =
      workers_on_data<Parabola>(1, nullptr, [&] { return std::make_unique<Parabola>(space, box); });
  const auto kept = descents({{.eta = {1.0}}, {.eta = {2.0}}}, workers,
                             [](Parabola&, const Mode& start) -> Minimum {
                               if (start.eta[0] > 1.5) return {};
                               return {.eta = {0.0}, .value = 5.0, .ending = Ending::converged};
                             });
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].value, 5.0);
}

}  // namespace
}  // namespace surefoot
