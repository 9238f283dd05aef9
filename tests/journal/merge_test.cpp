#include <algorithm>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/journal/merge.hpp>
#include <surefoot/report/netcdf.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot {
namespace {

const SettingList small{{"draws", "23"}, {"predictive-draws", "9"}, {"threads", "1"}};

Fit fit_part(int number, int of, SettingList list = small) {
  if (of > 0) list.push_back({"part", std::to_string(number) + "/" + std::to_string(of)});
  return fit_built_in("g-and-k", observations_of("g-and-k", 40), list);
}

std::vector<PartFile> parts_of(int of) {
  std::vector<PartFile> parts;
  for (int k = 1; k <= of; ++k) parts.push_back({"part-" + std::to_string(k), fit_part(k, of)});
  return parts;
}

/// Fails unless everything is the same but for times.
void expect_same(const Fit& a, const Fit& b) {
  expect_same_draws(a.draws, b.draws);
  EXPECT_EQ(a.predictive.index, b.predictive.index);
  EXPECT_EQ(a.predictive.observations, b.predictive.observations);
  EXPECT_EQ(a.predictive.values, b.predictive.values);
  EXPECT_EQ(a.given, b.given);
  for (const std::string& name : setting_names())
    EXPECT_EQ(get(a.settings, name), get(b.settings, name)) << name;
  EXPECT_EQ(a.modes, b.modes);
  EXPECT_EQ(a.mode_objectives, b.mode_objectives);
  EXPECT_EQ(a.simulator_calls, b.simulator_calls);
  EXPECT_EQ(a.simulation_share, b.simulation_share);
  EXPECT_EQ(a.doubled.size(), b.doubled.size());
  EXPECT_EQ(a.warnings, b.warnings);
  EXPECT_EQ(a.partial, b.partial);
}

std::string refusal(std::vector<PartFile> parts) {
  try {
    merge_parts(std::move(parts));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    return error.what();
  }
  return "no error";
}

TEST(Merge, GivesTheBitsOfASingleRunInAnyOrder) {
  const Fit whole = fit_part(0, 0);
  ASSERT_EQ(whole.doubled.size(), 4u);
  for (const int of : {1, 2, 7, 23}) {
    SCOPED_TRACE(of);
    std::vector<PartFile> parts = parts_of(of);
    expect_same(merge_parts(parts), whole);
    std::reverse(parts.begin(), parts.end());
    std::rotate(parts.begin(), parts.begin() + of / 2, parts.end());
    expect_same(merge_parts(parts), whole);
  }
}

// With as many parts as draws some have no simulated data, and their files no group of them.
TEST(Merge, GivesTheSameFromFiles) {
  std::vector<PartFile> parts = parts_of(23);
  ASSERT_TRUE(parts.back().fit.predictive.index.empty());
  for (PartFile& part : parts) part.fit = from_netcdf(to_netcdf(part.fit));
  expect_same(merge_parts(parts), fit_part(0, 0));
}

TEST(Merge, RefusesPartsWhoseRowsAreNotAlike) {
  const std::vector<PartFile> parts = parts_of(2);
  std::vector<PartFile> names = parts, observations = parts;
  names[1].fit.draws.names = {"a,b", "g", "log_k"};  // joined they are the same
  EXPECT_EQ(refusal(names), "part-1 and part-2 have different parameters");
  observations[0].fit.predictive.observations = 7;
  EXPECT_EQ(refusal(observations), "part-1 and part-2 have simulated data of different sizes");
}

TEST(Merge, NamesWhatIsMissingOrNotFinished) {
  std::vector<PartFile> parts = parts_of(5);
  parts[3].fit.partial = true;
  parts.erase(parts.begin() + 1);
  EXPECT_EQ(missing_parts(parts), (std::vector{2, 4}));
  EXPECT_EQ(refusal(parts), "of 5 parts these are missing or not finished: 2,4");
}

TEST(Merge, NamesWhatIsThereTwice) {
  std::vector<PartFile> parts = parts_of(2);
  parts.push_back({"copy", parts[0].fit});
  EXPECT_EQ(refusal(parts), "part-1 and copy are both part 1/2");
}

TEST(Merge, RefusesPartsOfDifferentRuns) {
  std::vector<PartFile> parts = parts_of(2);
  parts[1].fit = fit_part(2, 2, {{"draws", "23"}, {"seed", "8"}, {"threads", "1"}});
  EXPECT_EQ(refusal(parts),
            "part-1 and part-2 are parts of different runs (seed: 0 there, 8 here)");
  parts[1].fit = fit_part(2, 3);
  EXPECT_NE(refusal(parts).find("number of parts: 2 there, 3 here"), std::string::npos);
  parts[1].fit = fit_part(0, 0);
  EXPECT_EQ(refusal(parts), "part-2: this is a fit, but not a part of one");
  EXPECT_EQ(refusal({}), "there is no part to merge");
}

TEST(Merge, WritesNumbersAsJobArraysTakeThem) {
  EXPECT_EQ(array_text({}), "");
  EXPECT_EQ(array_text(std::vector{3}), "3");
  EXPECT_EQ(array_text(std::vector{1, 2, 4, 7, 8, 9}), "1-2,4,7-9");
}

TEST(Parts, AreOnlyOfMethodsWithIndependentDraws) {
  FitConfig config;
  config.method = Method::bayes;
  config.part = Part{1, 2};
  try {
    validate(config);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "part is not a setting of method bayes, but is 1/2");
  }
}

TEST(Parts, ShareAllDrawsOut) {
  FitConfig config;
  config.draws = 23;
  std::uint32_t next = 0;
  for (int k = 1; k <= 7; ++k) {
    config.part = Part{k, 7};
    EXPECT_EQ(share_of(config).first, next);
    next = share_of(config).last;
  }
  EXPECT_EQ(next, 23u);
  config.part = Part{1, 24};
  EXPECT_THROW(validate(config), Error);
}

}  // namespace
}  // namespace surefoot
