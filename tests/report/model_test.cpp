#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <surefoot/report/model.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

TEST(ModelJson, HasWhatTheModelIs) {
  for (const std::string& name : model_names()) {
    const Model model = built_in_model(name);
    const auto json = nlohmann::ordered_json::parse(model_json(model));
    EXPECT_EQ(json["name"], name);
    EXPECT_EQ(json["dimension"], model.dimension);
    EXPECT_EQ(json["latents"], model.latents.size());
    int k = 0;
    for (const auto& [parameter, box] : json["parameters"].items()) {
      EXPECT_EQ(parameter, model.parameters[k].name);
      EXPECT_EQ(json["truth"][parameter], model.truth[static_cast<std::size_t>(k++)]);
      EXPECT_TRUE(box.contains("transform"));
    }
    EXPECT_EQ(k, model.parameters.size());
  }
}

TEST(ModelJson, HasNoEndWhereTheBoxHasNone) {
  Model model = built_in_model("gaussian-location");
  const auto box = nlohmann::json::parse(model_json(model))["parameters"]["theta1"];
  EXPECT_TRUE(box["lower"].is_null() && box["upper"].is_null()) << box;
}

TEST(ModelText, NamesEveryParameterAndOption) {
  const Model model = built_in_model("sir");
  const std::string text = model_text(model);
  for (const std::string& name : model.parameters.names())
    EXPECT_NE(text.find('\n' + name + ' '), std::string::npos) << name;
  for (const ModelOption& option : model.options)
    EXPECT_NE(text.find(option.name + '='), std::string::npos) << option.name;
}

}  // namespace
}  // namespace surefoot
