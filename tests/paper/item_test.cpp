#include "paper/item.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>

#include "paper/catalogue.hpp"
#include "paper/jobs.hpp"

namespace surefoot::paper {
namespace {

const std::string small = R"(title = "A table"
kind = "accuracy"
runs = 4
[data]
model = "g-and-k"
observations = 100
[[case]]
label = "clean"
[[case]]
label = "spoilt"
contaminate = "shift:0.1:50"
[settings]
draws = 50
[[fit]]
label = "ours"
role = "default"
published = "NPL-MMD"
settings = {steps = 9}
full = {steps = 900}
[[fit]]
label = "theirs"
role = "rival"
settings = {method = "wabc"}
[[published]]
label = "NPL-MMD"
source = "Table 1"
runs = 5
value = [1.0, 2.0]
sd = [0.2, 0.4]
[smoke]
runs = 2
override = {draws = 3, steps = 5}
[smoke.all-data]
observations = 10
)";

Item read(const std::string& content, const Extent& extent = {}) {
  return read_item("own", "own.toml", content, extent);
}

std::string complaint_about(const std::string& content) {
  try {
    read(content);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "none";
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  return text.replace(text.find(old), old.size(), by);
}

TEST(Item, IsReadAsItsFileSays) {
  const Item item = read(small);
  EXPECT_EQ(item.runs, 4);
  ASSERT_EQ(item.cases.size(), 2u);
  EXPECT_EQ(item.cases[1].contaminate, "shift:0.1:50");
  EXPECT_EQ(item.cases[0].names.front(), "a");
  EXPECT_EQ(item.fits[0].config.draws, 50);
  EXPECT_EQ(item.fits[0].config.steps, 9);
  EXPECT_EQ(item.fits[1].config.method, Method::wabc);
}

TEST(Item, IsSmallerInASmokeTest) {
  const Item item = read(small, {.smoke = true});
  EXPECT_EQ(item.runs, 2);
  EXPECT_EQ(item.cases[0].observations, 10);
  EXPECT_EQ(item.fits[0].config.draws, 3);
  EXPECT_EQ(item.fits[0].config.steps, 5);
  EXPECT_FALSE(item.fits[1].config.steps) << "wabc has no steps to be set";
}

TEST(Item, TakesMoreInFullAndFewerFitsWithoutRivals) {
  EXPECT_EQ(read(small, {.full = true}).fits[0].config.steps, 900);
  const Item item = read(small, {.rivals = false});
  EXPECT_EQ(item.fits.size(), 1u);
  EXPECT_EQ(item.left_out.size(), 1u);
}

TEST(Item, HasPublishedNumbersWithTheirStandardErrors) {
  const Item item = read(small);
  const Estimate second = item.row("NPL-MMD")->estimate(0.0, 1);
  EXPECT_DOUBLE_EQ(second.value, 2.0);
  EXPECT_DOUBLE_EQ(second.error, 0.4 / std::sqrt(4.0));  // the deviation divides by n
  EXPECT_TRUE(std::isnan(item.row("NPL-MMD")->estimate(0.0, 2).value));
}

TEST(Item, IsRefusedWithFileAndLine) {
  EXPECT_EQ(complaint_about(replaced(small, "steps = 9", "stepps = 9")),
            "own.toml:18: there is no setting 'stepps'; did you mean 'steps'?");
  EXPECT_EQ(complaint_about(replaced(small, "runs = 4", "rums = 4")),
            "own.toml:3: there is no use for 'rums' here; did you mean 'runs'?");
  EXPECT_EQ(complaint_about(replaced(small, "\"accuracy\"", "\"acuracy\"")),
            "own.toml:2: there is no kind 'acuracy'; did you mean 'accuracy'?");
  EXPECT_EQ(complaint_about(replaced(small, "runs = 4", "runs = 0")),
            "own.toml:3: runs must be a whole number between 1 and 10000");
  EXPECT_EQ(complaint_about(replaced(small, "\"default\"", "\"best\"")),
            "own.toml:16: role must be paper, default or rival, but is 'best'");
  EXPECT_TRUE(complaint_about("kind = ").starts_with("own.toml:1:")) << complaint_about("kind = ");
}

TEST(Jobs, AreFitsByCasesByRuns) {
  const JobList list = jobs_of(read(small), DataSource("", 1), 1);
  EXPECT_EQ(list.jobs.size(), 2u * 2u * 4u);
  EXPECT_TRUE(list.missing.empty());
}

TEST(Jobs, OfTwoItemsWithTheSameFitHaveTheSameKey) {
  const Item other = read_item("other", "other.toml", replaced(small, "runs = 4", "runs = 1"), {});
  const DataSource source("", 1);
  EXPECT_EQ(jobs_of(read(small), source, 1).jobs[0].key, jobs_of(other, source, 1).jobs[0].key);
  EXPECT_NE(jobs_of(read(small), DataSource("", 2), 2).jobs[0].key,
            jobs_of(other, source, 1).jobs[0].key);
}

TEST(BuiltInItems, CanAllBeReadInEveryExtent) {
  for (const Extent& extent : {Extent{}, Extent{.smoke = true}, Extent{.full = true}}) {
    const auto items = all_items(extent);
    EXPECT_EQ(items.size(), built_in_items().size());
    for (std::size_t i = 1; i < items.size(); ++i)
      EXPECT_LT(items[i - 1].place, items[i].place) << items[i].name;
  }
}

TEST(BuiltInItems, CompareOnlyWithNumbersOfTheirCases) {
  for (const Item& item : all_items({}))
    for (const Published& row : item.published)
      for (const auto& values : row.value)
        EXPECT_TRUE(values.size() == item.cases.size() ||
                    values.size() == item.cases.front().truth.size())
            << item.name << ' ' << row.label;
}

}  // namespace
}  // namespace surefoot::paper
