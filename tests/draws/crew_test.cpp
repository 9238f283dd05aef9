#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <surefoot/draws/crew.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

MadeDraw some_draw() {
  MadeDraw draw{7, {true, true, {1.5, -2.0}, {}}};
  draw.row.info.objective = 0.25;
  draw.row.info.evaluations = 11;
  draw.row.info.status = DrawStatus::box_edge;
  return draw;
}

TEST(MadeDraw, SurvivesItsJourney) {
  const MadeDraw draw = some_draw(), other = made_draw_of(to_bytes(draw));
  EXPECT_EQ(other.number, 7u);
  EXPECT_TRUE(other.row.finished && other.row.prior_cut && !other.error);
  EXPECT_EQ(other.row.theta, draw.row.theta);
  EXPECT_EQ(other.row.info.objective, 0.25);
  EXPECT_EQ(other.row.info.evaluations, 11);
  EXPECT_EQ(other.row.info.status, DrawStatus::box_edge);
}

TEST(MadeDraw, CarriesAnError) {
  const MadeDraw draw = made_draw_of(to_bytes({3, {}, Error(Fault::data, "no licence")}));
  ASSERT_TRUE(draw.error);
  EXPECT_EQ(draw.error->fault(), Fault::data);
  EXPECT_STREQ(draw.error->what(), "no licence");
  EXPECT_FALSE(draw.row.finished);
}

TEST(MadeDraw, CarriesWhereItFailed) {
  MadeDraw draw = some_draw();
  draw.row.info.status = DrawStatus::simulator_failed;
  draw.row.failed_at = {0.5, 4.0};
  const std::string bytes = to_bytes(draw);
  EXPECT_EQ(made_draw_of(bytes).row.failed_at, draw.row.failed_at);
  const std::size_t without = bytes.size() - 2 * sizeof(double);
  EXPECT_TRUE(made_draw_of(std::string_view(bytes).substr(0, without)).row.failed_at.empty());
  for (std::size_t size = without + 1; size < bytes.size(); ++size)
    EXPECT_THROW(made_draw_of(std::string_view(bytes).substr(0, size)), Error) << size;
}

TEST(MadeDraw, IsNotMadeOfOtherBytes) {
  const std::string bytes = to_bytes(some_draw());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(made_draw_of(std::string_view(bytes).substr(0, size)), Error) << size;
  std::string many = bytes;
  many[3] = '\x7f';  // parameters, far more than there are bytes
  EXPECT_THROW(made_draw_of(many), Error);
  std::string strange = bytes;
  strange.back() = '\x55';  // no such status
  EXPECT_THROW(made_draw_of(strange), Error);
}

/// Has every draw made here, in another order, and sends it through bytes; some of them twice.
class RoundaboutCrew final : public Crew {
 public:
  void make(const CrewTask& task) override {
    struct Desk final : DrawDesk {
      std::vector<std::uint32_t> left;
      std::vector<std::string> made;
      std::vector<std::uint32_t> next(std::size_t) override {
        if (left.empty()) return {};
        const std::uint32_t number = left.back();
        left.pop_back();
        return {number};
      }
      void take(MadeDraw draw) override { made.push_back(to_bytes(draw)); }
    } desk;
    desk.left = task.numbers.list();
    std::shuffle(desk.left.begin(), desk.left.end(), std::mt19937(3));
    task.work(desk);
    for (int twice = 0; twice < 2; ++twice)
      for (const std::string& bytes : desk.made) task.keep(made_draw_of(bytes));
  }
};

TEST(Crew, MakesTheDrawsOfALoneProcess) {
  const Sample x = observations_of("gaussian-location", 60, 1);
  for (const char* method : {"npl-mmd", "npl-wll", "npl-wasserstein"}) {
    const FitConfig config = settings({{"method", method}, {"draws", "25"}});
    const Model model = built_in_model("gaussian-location", 1);
    RoundaboutCrew crew;
    std::size_t told = 0;
    Events events;
    events.draw = [&](const FinishedDraw&) { ++told; };
    const Fit by_crew = fit(model, x, std::nullopt, config, events, {}, {{}, &crew});
    expect_same_draws(by_crew.draws, fit(model, x, config).draws);
    EXPECT_EQ(told, 25u) << method;
  }
}

TEST(Crew, TellsTheErrorOfTheFirstDraw) {
  struct Failing final : Crew {
    void make(const CrewTask& task) override {
      task.keep({9, {}, Error(Fault::data, "nine")});
      task.keep({2, {}, Error(Fault::data, "two")});
      EXPECT_TRUE(task.over());
    }
  } crew;
  const Sample x = observations_of("gaussian-location", 60, 1);
  try {
    fit(built_in_model("gaussian-location", 1), x, std::nullopt, settings({{"draws", "25"}}), {},
        {}, {{}, &crew});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "two");
  }
}

}  // namespace
}  // namespace surefoot
