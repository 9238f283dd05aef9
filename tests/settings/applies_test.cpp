#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot {
namespace {

TEST(SettingsOfMethods, AreRefusedWhereTheyHaveNoEffect) {
  FitConfig config;
  config.method = Method::wabc;
  config.mass = Mass::free;
  try {
    validate(config);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_STREQ(error.what(), "mass is not a setting of method wabc, but is free");
  }
}

TEST(SettingsOfMethods, AreRefusedEvenIfADefaultIsGiven) {
  const FitConfig config{.method = Method::wabc, .mass = Mass::fixed};
  try {
    validate(config);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "mass is not a setting of method wabc, but is fixed");
  }
  EXPECT_NO_THROW(validate(only_for(config, Method::wabc)));
  EXPECT_NO_THROW(validate({.method = Method::wabc}));
}

TEST(SettingsOfMethods, AreLeftOutByOnlyFor) {
  FitConfig config;
  config.mass = Mass::free;
  config.particles = 77;
  config.seed = 5;
  const FitConfig bootstrap = only_for(config, Method::npl_mmd);
  EXPECT_EQ(bootstrap.mass, Mass::free);
  EXPECT_FALSE(bootstrap.particles);
  const FitConfig sequential = only_for(config, Method::wabc);
  EXPECT_FALSE(sequential.mass);
  EXPECT_EQ(sequential.particles, 77);
  EXPECT_EQ(sequential.method, Method::wabc);
  EXPECT_EQ(sequential.seed, 5u);
  EXPECT_NO_THROW(validate(sequential));
}

TEST(SettingsOfMethods, AreKnownByName) {
  EXPECT_TRUE(applies("particles", Method::wabc));
  EXPECT_FALSE(applies("particles", Method::npl_mmd));
  EXPECT_THROW(applies("partciles", Method::wabc), Error);
}

TEST(SettingsOfMethods, EachServeSomeMethod) {
  for (const std::string& name : setting_names()) {
    bool serves = false;
    for (const auto& entry : Words<Method>::list) serves |= applies(name, entry.second);
    EXPECT_TRUE(serves) << name;
  }
}

}  // namespace
}  // namespace surefoot
