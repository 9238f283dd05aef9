#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/draws/draw_statistics.hpp>

namespace surefoot {
namespace {

std::vector<std::string> names(bool mass_is_free) {
  std::vector<std::string> list;
  for_each_statistic(mass_is_free, [&](const auto& s) { list.emplace_back(s.name); });
  return list;
}

// A member that is added to DrawInfo makes the first line of this test fail to compile.
TEST(DrawStatistics, HaveEveryMemberOfDrawInfo) {
  const auto [objective, mmd2, gradient_norm, mass, evaluations, simulator_calls, mode,
              remaining_move, resolved, improved, status] = DrawInfo{};
  const std::tuple members{objective,       mmd2, gradient_norm,  mass,     evaluations,
                           simulator_calls, mode, remaining_move, resolved, improved,
                           status};
  std::size_t listed = 0;
  for_each_statistic(true, [&](const auto& s) {
    listed += std::is_member_object_pointer_v<decltype(s.member)>;
    EXPECT_STRNE(s.meaning, "");
  });
  EXPECT_EQ(listed, std::tuple_size_v<decltype(members)>);
}

TEST(DrawStatistics, HaveTheMassWhereItIsFree) {
  EXPECT_EQ(names(true),
            (std::vector<std::string>{"objective", "mmd2", "gradient_norm", "remaining_move",
                                      "evaluations", "simulator_calls", "mode", "mass", "converged",
                                      "solved_again", "improved", "status"}));
  auto fixed = names(true);
  std::erase(fixed, "mass");
  EXPECT_EQ(names(false), fixed);
}

TEST(DrawStatistics, NumberTheStatusesInTheirOrder) {
  for (std::size_t k = 0; k < draw_statuses.size(); ++k)
    EXPECT_EQ(static_cast<std::size_t>(draw_statuses[k]), k);
}

TEST(DrawStatistics, GiveNoMassToAFailedDraw) {
  EXPECT_EQ(posterior_mass({.mass = 0.9}), 0.9);
  EXPECT_NE(posterior_mass({.mass = 0.9, .status = DrawStatus::diverged}),
            posterior_mass({.mass = 0.9, .status = DrawStatus::diverged}));
}

}  // namespace
}  // namespace surefoot
