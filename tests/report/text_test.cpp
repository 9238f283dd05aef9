#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <surefoot/report/text.hpp>

#include "report/synthetic_fit.hpp"
#include "report/table.hpp"

namespace surefoot {
namespace {

using Json = nlohmann::ordered_json;

// A table's columns line up when each of its lines is as long as the first.
TEST(TextSummary, LinesUpItsColumns) {
  Fit fit = synthetic_fit(100);
  fit.draws.names = {"a", "θ", "a_long_name", "log_k"};
  std::istringstream lines(to_text(summarise(fit)));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "g-and-k by npl-mmd, 50 observations");
  std::getline(lines, line);
  std::getline(lines, line);
  const std::size_t length = line.size();
  EXPECT_EQ(line.substr(0, 13), "parameter    ");
  for (const std::string& name : fit.draws.names) {
    std::getline(lines, line);
    EXPECT_EQ(line.substr(0, name.size()), name);
    EXPECT_EQ(line.size(), length + (name == "θ" ? 1 : 0)) << line;
  }
}

TEST(TextSummary, SaysHowTheRunWent) {
  Fit fit = synthetic_fit(100);
  fail_draw(fit, 3, DrawStatus::diverged);
  fit.draws.info[5].status = DrawStatus::box_edge;
  fit.lengthscales = {1.0, 10.0};
  const std::string text = to_text(summarise(fit));
  EXPECT_NE(
      text.find(
          "100 draws: 98 converged, 1 on the edge of the box, 1 failed (by status: 98 converged, 1 "
          "box-edge, 1 diverged)\n"),
      text.npos)
      << text;
  EXPECT_NE(text.find("lengthscales 1 10\n"), text.npos) << text;
  EXPECT_NE(text.find("1.25 seconds, 2 threads on cpu"), text.npos) << text;
  EXPECT_EQ(text.find("WARNING"), text.npos);
}

TEST(TextSummary, StartsWithWhatIsWrong) {
  Fit fit = synthetic_fit(10);
  fail_draw(fit, 0, DrawStatus::diverged);
  fit.partial = true;
  fit.settings.draws = 500;
  const std::string text = to_text(summarise(fit));
  EXPECT_TRUE(text.starts_with("WARNING: 1 of 10 draws failed (10.0 %)")) << text;
  EXPECT_NE(text.find("\nPARTIAL: stopped after 10 of 500 draws\n"), text.npos) << text;
}

TEST(TextSummary, ShowsADashForWhatIsUnknown) {
  const std::string text = to_text(summarise(synthetic_fit(0)));
  EXPECT_EQ(text.find("nan"), text.npos) << text;
  EXPECT_NE(text.find('-'), text.npos);
}

TEST(TextSummary, NeverLetsANameIntoTheTerminal) {
  Fit fit = synthetic_fit(2);
  fit.draws.names[0] = "a\033[31m\n";
  fit.model = "exec:./\033]0;title\007";
  fit.device = fit.evaluator = "\033[2J";
  EXPECT_EQ(to_text(summarise(fit)).find('\033'), std::string::npos);
}

TEST(TextSummary, KeepsTheDigitsOfLargeNumbers) {
  EXPECT_EQ(rounded(1000000000.107, 0.01), "1000000000.107");
  EXPECT_EQ(rounded(1000000000.107, 0.0), "1000000000.107");
  EXPECT_EQ(rounded(1000000000.107, 1e7), "1000000000");
  EXPECT_EQ(rounded(-2.5e12, std::nan("")), "-2500000000000");
  EXPECT_EQ(rounded(1e300, 1.0), "1e+300");
  EXPECT_EQ(rounded(1.0 / 3.0, 0.0), "0.333333");
}

TEST(TextSummary, ShowsWhatAppliesToChains) {
  Fit fit = synthetic_fit(100);
  EXPECT_EQ(to_text(summarise(fit)).find("rhat"), std::string::npos);
  chain_draws(fit, 4);
  const std::string text = to_text(summarise(fit));
  EXPECT_NE(text.find("  ess   rhat\n"), text.npos) << text;
  EXPECT_NE(text.find("\n100 draws of 4 chains, 31 % of their moves accepted\nlengthscale 0.15\n"),
            text.npos)
      << text;
  for (const char* other : {"mmd2", "converged", "minimum"})
    EXPECT_EQ(text.find(other), text.npos) << text;
  EXPECT_NE(to_csv(summarise(fit)).find(",q975,ess,rhat\n"), std::string::npos);
}

TEST(TextSummary, ShowsHowFarASequentialMethodCame) {
  Fit fit = synthetic_fit(100);
  add_history(fit);
  const std::string text = to_text(summarise(fit));
  EXPECT_NE(text.find("\n2 steps to threshold 0.125, 5000000000 simulated data sets, 87 distinct "
                      "particles\n"),
            text.npos)
      << text;
  EXPECT_EQ(text.find("mmd2"), text.npos) << text;
}

TEST(JsonSummary, HasWhatAppliesToTheMethod) {
  Fit fit = synthetic_fit(100);
  Json json = Json::parse(to_json(summarise(fit)));
  for (const char* key : {"chains", "acceptance", "history"}) EXPECT_FALSE(json.contains(key));
  EXPECT_FALSE(json["parameters"]["a"].contains("rhat"));

  chain_draws(fit, 4);
  json = Json::parse(to_json(summarise(fit)));
  EXPECT_EQ(json["chains"], 4);
  EXPECT_EQ(json["acceptance"], 0.3125);
  EXPECT_TRUE(json["parameters"]["a"].contains("rhat"));
  EXPECT_TRUE(json["parameters"]["a"].contains("ess"));
  for (const char* key : {"mmd2", "modes", "remaining_move", "history"})
    EXPECT_FALSE(json.contains(key)) << key;

  Fit sequential = synthetic_fit(100);
  add_history(sequential);
  json = Json::parse(to_json(summarise(sequential)));
  EXPECT_EQ(json["history"].size(), 2u);
  EXPECT_EQ(json["history"][1]["threshold"], 0.125);
  EXPECT_EQ(json["history"][1]["unique"], 87);
  EXPECT_FALSE(json.contains("lengthscale"));
}

TEST(CsvSummary, QuotesNamesAndLeavesUnknownNumbersEmpty) {
  Fit fit = synthetic_fit(1);
  fit.draws.names = {"a,b", "say \"x\"", "#g", "plain"};
  const std::string csv = to_csv(summarise(fit));
  EXPECT_NE(csv.find("\n\"a,b\",3,,,3,3,3,3,3,3,3\n\"say \"\"x\"\"\",1,,,1,"), csv.npos) << csv;
  EXPECT_NE(csv.find("\n\"#g\","), csv.npos) << csv;
  EXPECT_NE(csv.find("\nplain,"), csv.npos) << csv;
}

TEST(JsonSummary, HasTheKeysOfTheContract) {
  Fit fit = synthetic_fit(8);
  fit.settings.mass = Mass::free;
  fit.warnings = {"columns differ"};
  const Json json = Json::parse(to_json(summarise(fit)));
  for (const char* key : {"model",
                          "method",
                          "draws",
                          "observations",
                          "dimension",
                          "seed",
                          "parameters",
                          "mass",
                          "converged",
                          "failed",
                          "mmd2",
                          "lengthscale",
                          "simulations_per_draw",
                          "simulator_calls",
                          "seconds",
                          "threads",
                          "device",
                          "settings",
                          "version",
                          "partial",
                          "requested_draws",
                          "status",
                          "warnings"})
    EXPECT_TRUE(json.contains(key)) << key;
  std::vector<std::string> names;
  for (const auto& item : json["parameters"].items()) names.push_back(item.key());
  EXPECT_EQ(names, fit.draws.names);
  EXPECT_EQ(json["parameters"]["a"].size(), 10u);
  EXPECT_EQ(json["mass"].size(), 4u);
  EXPECT_EQ(json["lengthscale"], 0.15);
  EXPECT_EQ(json["seed"], fit.settings.seed.value());
  EXPECT_EQ(json["settings"]["seed"], fit.settings.seed.value());
  EXPECT_EQ(json["settings"]["lengthscale"], 0.15);
  EXPECT_EQ(json["settings"]["resample"], false);
  EXPECT_EQ(json["settings"]["kernel"], "gaussian");
  EXPECT_FALSE(json["settings"].contains("truncation"));
  EXPECT_EQ(json["status"]["converged"], 8);
  EXPECT_EQ(json["warnings"].at(0), "columns differ");
}

TEST(JsonSummary, WritesNullForWhatIsUnknown) {
  Fit fit = synthetic_fit(1);
  fit.lengthscales = {};
  const Json json = Json::parse(to_json(summarise(fit)));
  EXPECT_EQ(json["parameters"]["a"]["mean"], 3.0);
  EXPECT_TRUE(json["parameters"]["a"]["sd"].is_null());
  EXPECT_TRUE(json["lengthscale"].is_null());
  EXPECT_FALSE(json.contains("mass"));
}

TEST(JsonSummary, ListsTheLengthscalesOfASum) {
  Fit fit = synthetic_fit(4);
  fit.lengthscales = {1.0, 10.0};
  EXPECT_EQ(Json::parse(to_json(summarise(fit)))["lengthscale"], Json({1.0, 10.0}));
}

TEST(JsonSummary, SurvivesTextThatIsNotUtf8) {
  Fit fit = synthetic_fit(4);
  fit.warnings = {"data\xff.csv"};
  EXPECT_NO_THROW(Json::parse(to_json(summarise(fit))));
}

TEST(JsonSummary, PutsTheAlarmBeforeTheOtherWarnings) {
  Fit fit = synthetic_fit(4);
  fail_draw(fit, 0, DrawStatus::diverged);
  fit.warnings = {"columns differ"};
  const Summary s = summarise(fit);
  EXPECT_EQ(Json::parse(to_json(s))["warnings"], Json({s.alarm, "columns differ"}));
}

}  // namespace
}  // namespace surefoot
