#include <gtest/gtest.h>

#include <surefoot/report/csv.hpp>

#include "report/synthetic_fit.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

std::vector<std::string> written(const Fit& fit) {
  const TemporaryDirectory directory;
  write_draws_csv(fit, directory / "f.csv");
  std::istringstream lines(read_file(directory / "f.csv"));
  std::vector<std::string> list;
  for (std::string line; std::getline(lines, line);) list.push_back(line);
  return list;
}

TEST(DrawsCsv, HasARowForEachDraw) {
  Fit fit = synthetic_fit(3);
  fit.draws.index = {4, 7, 9};
  fit.draws.info[1].status = DrawStatus::box_edge;
  const auto lines = written(fit);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0],
            "draw,a,b,g,log_k,objective,mmd2,gradient_norm,remaining_move,evaluations,"
            "simulator_calls,mode,converged,solved_again,improved,status");
  EXPECT_EQ(
      lines[1],
      "4,3,1,-0,0.3333333333333333,-0.5,0.001,0,0.001,10,5000000000,0,true,false,false,converged");
  EXPECT_TRUE(lines[2].starts_with("7,3.8414709848078967,0.5,-0.1,")) << lines[2];
  EXPECT_TRUE(lines[2].ends_with(",1,false,true,true,box-edge")) << lines[2];
}

TEST(DrawsCsv, HasTheMassWhereItIsFree) {
  Fit fit = synthetic_fit(1);
  fit.settings.mass = Mass::free;
  const auto lines = written(fit);
  EXPECT_TRUE(lines[0].ends_with(",mode,mass,converged,solved_again,improved,status")) << lines[0];
  EXPECT_TRUE(lines[1].ends_with(",0,0.9,true,false,false,converged")) << lines[1];
}

TEST(DrawsCsv, KeepsFailedDrawsAsNaN) {
  Fit fit = synthetic_fit(2);
  fail_draw(fit, 1, DrawStatus::simulator_failed);
  const auto lines = written(fit);
  EXPECT_TRUE(lines[2].starts_with("1,NaN,NaN,NaN,NaN,")) << lines[2];
  EXPECT_TRUE(lines[2].ends_with(",false,true,true,simulator-failed")) << lines[2];
}

TEST(DrawsCsv, SaysFirstThatItIsPartial) {
  Fit fit = synthetic_fit(3);
  fit.partial = true;
  fit.settings.draws = 500;
  EXPECT_EQ(written(fit)[0], "# partial: 3 of 500 draws");
}

TEST(DrawsCsv, QuotesOddNames) {
  Fit fit = synthetic_fit(1);
  fit.draws.names = {"a,b", " g ", "say \"x\"", "new\tline"};
  EXPECT_TRUE(written(fit)[0].starts_with(
      "draw,\"a,b\",\" g \",\"say \"\"x\"\"\",\"new\tline\",objective,"));
}

}  // namespace
}  // namespace surefoot
