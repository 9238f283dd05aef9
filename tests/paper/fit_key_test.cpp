#include "paper/fit_key.hpp"

#include <set>

#include <gtest/gtest.h>

#include "hash.hpp"

namespace surefoot::paper {
namespace {

// The vectors of the algorithm's authors.
TEST(Hash, GivesThePublishedAnswers) {
  static_assert(hash_of("") == 0xcbf29ce484222325);
  static_assert(hash_of("a") == 0xaf63dc4c8601ec8c);
  static_assert(hash_of("foobar") == 0x85944171f73967e8);
}

std::string key_of(const FitConfig& config, const std::string& data = "simulated") {
  Case c;
  c.model = "g-and-k";
  c.contaminate = "shift:0.1:-50,50";
  return fit_key(c, 3, config, fit_identity(c.model, data, config));
}

TEST(FitKey, ChangesWithEverythingThatChangesTheDraws) {
  std::set<std::string> keys{key_of({}), key_of({}, "file 0123")};
  FitConfig config;
  for (const auto& [name, text] :
       {std::pair("seed", "5"), std::pair("draws", "7"), std::pair("lengthscale", "0.15"),
        std::pair("method", "wabc"), std::pair("preset", "paper")}) {
    FitConfig other;
    set(other, name, text);
    keys.insert(key_of(other));
  }
  EXPECT_EQ(keys.size(), 7u);
}

TEST(FitKey, DoesNotChangeWithTheThreads) {
  FitConfig config;
  config.threads = 7;
  EXPECT_EQ(key_of(config), key_of({}));
}

TEST(FitKey, IsAFileNameForPeople) {
  const std::string key = key_of({});
  EXPECT_TRUE(key.starts_with("g-and-k_npl-mmd_shift-0.1-50-50_run3_")) << key;
  EXPECT_EQ(key.find_first_of("/: ,"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::paper
