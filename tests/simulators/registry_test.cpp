#include <limits>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

std::string refusal(const std::string& name, int dimension,
                    const std::map<std::string, double>& options, Fault fault = Fault::usage) {
  try {
    built_in_model(name, dimension, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    return error.what();
  }
  return "accepted";
}

TEST(Registry, MakesWhatItNames) {
  EXPECT_EQ(model_names(), (std::vector<std::string>{"gaussian-location", "g-and-k",
                                                     "toggle-switch", "m-g-1", "sir", "ricker"}));
  for (const auto& name : model_names()) EXPECT_EQ(built_in_model(name).name, name);
}

TEST(Registry, TakesOptions) {
  const Model gaussian = built_in_model("gaussian-location", 0, {{"dimension", 6}, {"sigma", 2}});
  EXPECT_EQ(gaussian.dimension, 6);
  EXPECT_EQ(gaussian.parameters.names().back(), "theta6");
  EXPECT_EQ(built_in_model("toggle-switch", 1, {{"transitions", 299}}).latents.size(), 599u);
  EXPECT_EQ(built_in_model("m-g-1", 0, {{"customers", 20}}).dimension, 20);
  EXPECT_EQ(built_in_model("sir", 0, {{"times", 3}, {"steps", 4}}).latents.size(), 24u);
  EXPECT_EQ(built_in_model("ricker", 0, {{"length", 7}, {"burn_in", 0}}).latents.size(), 14u);
}

TEST(Registry, MakesSeriesAsLongAsTheObservations) {
  for (const char* name : {"m-g-1", "sir", "ricker"})
    for (const int columns : {1, 2, 13})
      EXPECT_EQ(built_in_model(name, columns).dimension, columns) << name;
  EXPECT_EQ(refusal("sir", 4, {{"times", 5}}, Fault::data),
            "model sir takes observations of 5 columns, but these have 4");
}

TEST(Registry, SaysWhichColumnsAModelAsksFor) {
  EXPECT_EQ(required_columns("g-and-k", {}), 1);
  EXPECT_EQ(required_columns("gaussian-location", {}), 0);
  EXPECT_EQ(required_columns("gaussian-location", {{"dimension", 3}}), 3);
  EXPECT_EQ(required_columns("sir", {{"times", 5}}), 5);
  EXPECT_EQ(required_columns("exec:simulate", {}), 0);
}

TEST(Registry, RefusesAnUnknownModelWithTheNearest) {
  EXPECT_EQ(refusal("g-and-h", 1, {}),
            "model must be one of gaussian-location, g-and-k, toggle-switch, m-g-1, sir, ricker, "
            "a header such as my_model.hpp or a program, exec:COMMAND, but is 'g-and-h'; did you "
            "mean 'g-and-k'?");
  EXPECT_EQ(refusal("", 1, {}),
            "model must be one of gaussian-location, g-and-k, toggle-switch, m-g-1, sir, ricker, "
            "a header such as my_model.hpp or a program, exec:COMMAND, but is ''");
}

TEST(Registry, RefusesObservationsOfAnotherDimension) {
  EXPECT_EQ(refusal("g-and-k", 2, {}, Fault::data),
            "model g-and-k takes observations of 1 column, but these have 2");
  EXPECT_EQ(refusal("toggle-switch", 3, {}, Fault::data),
            "model toggle-switch takes observations of 1 column, but these have 3");
  EXPECT_EQ(refusal("gaussian-location", 3, {{"dimension", 2}}, Fault::data),
            "model gaussian-location takes observations of 2 columns, but these have 3");
}

TEST(Registry, RefusesOptionsThatAreNotThere) {
  EXPECT_EQ(refusal("g-and-k", 1, {{"c", 0.8}}), "the model has no options, but 'c' is given");
  EXPECT_EQ(refusal("toggle-switch", 1, {{"steps", 300}}),
            "the model's options are transitions, but 'steps' is given");
}

TEST(Registry, RefusesOptionsThatCannotBe) {
  EXPECT_EQ(refusal("gaussian-location", 2, {{"sigma", -1.0}}),
            "sigma must be positive and finite, but is -1");
  EXPECT_EQ(refusal("gaussian-location", 0, {{"dimension", 2.5}}),
            "dimension must be a whole number between 1 and 10000, but is 2.5");
  EXPECT_EQ(refusal("toggle-switch", 1, {{"transitions", 2.5}}),
            "transitions must be a whole number between 1 and 10000, but is 2.5");
  EXPECT_EQ(refusal("toggle-switch", 1, {{"transitions", 0}}),
            "transitions must be a whole number between 1 and 10000, but is 0");
  EXPECT_EQ(refusal("m-g-1", 0, {{"customers", 0}}),
            "customers must be a whole number between 1 and 1000, but is 0");
  EXPECT_EQ(refusal("sir", 0, {{"population", 50}, {"infected", 51}}),
            "infected must be a whole number between 1 and 50, but is 51");
  EXPECT_EQ(refusal("sir", 0, {{"interval", 0.0}}),
            "interval must be positive and finite, but is 0");
  EXPECT_EQ(refusal("ricker", 0, {{"burn_in", -1}}),
            "burn_in must be a whole number between 0 and 10000, but is -1");
  using Limits = std::numeric_limits<double>;
  for (const double value : {Limits::quiet_NaN(), Limits::infinity(), 1e300, 1e9, -3.0}) {
    EXPECT_NE(refusal("toggle-switch", 1, {{"transitions", value}}), "accepted") << value;
    EXPECT_NE(refusal("gaussian-location", 0, {{"dimension", value}}), "accepted") << value;
    EXPECT_NE(refusal("m-g-1", 0, {{"customers", value}}), "accepted") << value;
    EXPECT_NE(refusal("ricker", 0, {{"length", value}}), "accepted") << value;
    for (const char* option : {"times", "steps", "population", "infected"})
      EXPECT_NE(refusal("sir", 0, {{option, value + 0.5}}), "accepted") << option << " " << value;
  }
}

TEST(Registry, SaysWhichModelsAreItsOwn) {
  for (const std::string& name : model_names()) {
    const Model model = built_in_model(name);
    ASSERT_TRUE(model.built_in) << name;
    EXPECT_EQ(model.built_in->name, name);
    EXPECT_EQ(model.built_in->simulator, model.simulator) << name;
  }
  EXPECT_FALSE(Model{}.built_in);
}

}  // namespace
}  // namespace surefoot
