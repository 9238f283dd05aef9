#include <gtest/gtest.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/cuda/models.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {
namespace {

TEST(DeviceCode, IsThereForBuiltInModels) {
  for (const auto* name : {"g-and-k", "toggle-switch", "gaussian-location"}) {
    Model model = built_in_model(name);
    cuda::add_accelerator(model);
    EXPECT_NE(model.accelerator, nullptr) << name;
  }
  Model model = built_in_model("m-g-1");
  cuda::add_accelerator(model);
  EXPECT_EQ(model.accelerator, nullptr);
}

TEST(DeviceCode, IsNotGivenToAModelThatOnlyBearsTheNameOfABuiltInOne) {
  Model own = built_in_model("ricker");
  for (const auto* name : {"g-and-k", "toggle-switch", "gaussian-location"}) {
    own.name = name;
    cuda::add_accelerator(own);
    EXPECT_EQ(own.accelerator, nullptr) << name;
  }
}

// The code would be that of the simulator it had.
TEST(DeviceCode, IsNotGivenToAChangedModel) {
  Model changed = built_in_model("g-and-k");
  changed.simulator = built_in_model("gaussian-location", 1).simulator;
  cuda::add_accelerator(changed);
  EXPECT_EQ(changed.accelerator, nullptr);
}

}  // namespace
}  // namespace surefoot
