#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <surefoot/kernels/families.hpp>
#include <surefoot/optim/optimisers.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

std::string page(const std::string& name) {
  std::ifstream file(std::string(SUREFOOT_DOCS) + "/" + name);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool says(const std::string& page, const std::string& text) {
  return page.find(text) != std::string::npos;
}

/// A family as users write it, `name:l:beta`, and its formula: a row of the table of kernels.
template <class F>
std::string row() {
  std::string text = "| `" + std::string(F::name);
  if (F::has_lengthscale) text += ":l";
  if constexpr (has_shape<F>) text += ":" + std::string(F::shape.symbol);
  return text + "` | " + std::string(F::formula) + " |\n";
}

template <class... F>
std::vector<std::string> rows(TypeList<F...>) {
  return {row<F>()...};
}

TEST(Documentation, HasTheRowOfEveryKernel) {
  const std::string method = page("method.md");
  for (const std::string& row : rows(Families{})) EXPECT_TRUE(says(method, row)) << row;
}

TEST(Documentation, HasASectionForEveryModel) {
  const std::string models = page("models.md");
  for (const std::string& name : model_names())
    EXPECT_TRUE(says(models, "\n## " + name + "\n")) << name;
}

TEST(Documentation, HasTheRowOfEveryOptimiser) {
  const std::string method = page("method.md");
  for (const OptimiserFacts& facts : optimisers) {
    const char* const needs[] = {"values", "gradients", "residuals"};
    const std::string row = "| `" + std::string(facts.word) + "` | " +
                            needs[static_cast<int>(facts.needs)] + " | " +
                            std::to_string(facts.steps) + " | ";
    EXPECT_TRUE(says(method, row)) << row;
  }
}

}  // namespace
}  // namespace surefoot
