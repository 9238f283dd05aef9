#include <gtest/gtest.h>

#include <surefoot/bootstrap/problem.hpp>

#include "cuda/device_support.hpp"

// What the device does not serve is said before anything is computed.
namespace surefoot {
namespace {

struct Refused {
  SettingList list;
  std::string says;
};

std::vector<Refused> refused() {
  return {{{{"concentration", "2"}}, "concentration above 0"},
          {{{"concentration", "2"}, {"truncation", "10"}}, "concentration above 0"},
          {{{"resample", "true"}, {"optimiser", "adam"}, {"noise", "fresh"}}, "resample"},
          {{{"mass", "free"}, {"trim", "2"}}, "trim"},
          {{{"optimiser", "nelder-mead"}}, "optimiser nelder-mead"},
          {{{"optimiser", "bobyqa"}}, "optimiser bobyqa"},
          {{{"optimiser", "sbplx"}}, "optimiser sbplx"},
          {{{"optimiser", "crs2"}}, "optimiser crs2"}};
}

struct FlatTop {
  template <class Real>
  SUREFOOT_HD Real value(const Real& r2) const {
    return 1.0 / (1.0 + r2 * r2);
  }
  template <class Real>
  SUREFOOT_HD Real slope(const Real& r2) const {
    const Real v = value(r2);
    return -2.0 * r2 * v * v;
  }
};

std::string refusal(const Model& model, const Sample& x, const SettingList& list,
                    const std::optional<Kernel>& kernel = {}) {
  const Problem problem = make_problem(model, x, settings(list), kernel);
  return model.accelerator->refusal(problem, find_modes(problem));
}

SettingList quick(const SettingList& more) {
  SettingList list{{"draws", "2"}, {"simulations", "64"}, {"start", "a=3,b=1,g=1,log_k=-0.7"}};
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

// These need no device.
TEST(CudaRefusal, NamesWhatIsNotServed) {
  const Sample x = observations_of("g-and-k", 40);
  const Model model = device_model("g-and-k");
  for (const auto& [list, says] : refused())
    EXPECT_NE(refusal(model, x, quick(list)).find(says), std::string::npos) << says;
  EXPECT_NE(refusal(model, x, quick({}), Kernel(FlatTop{}, "flat-top")).find("one's own"),
            std::string::npos);
}

TEST(CudaRefusal, IsEmptyForWhatIsServed) {
  const Sample x = observations_of("g-and-k", 40);
  const Model model = device_model("g-and-k");
  for (const SettingList& list :
       {SettingList{}, {{"optimiser", "adam"}}, {{"optimiser", "sgd"}}, {{"kernel", "energy"}}})
    EXPECT_EQ(refusal(model, x, quick(list)), "");
  const Sample wide = observations_of("gaussian-location", 20, 8);
  EXPECT_EQ(refusal(device_model("gaussian-location", 8), wide, {{"draws", "2"}}), "");
}

TEST(CudaRefusal, OfADimensionWithoutCodeSaysThatThereIsNone) {
  for (const int d : {3, 9}) {
    const Model model = device_model("gaussian-location", d);
    EXPECT_EQ(model.accelerator, nullptr);
    try {
      fit_on(Device::cuda, model, observations_of("gaussian-location", 20, d), {{"draws", "2"}});
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::device);
      EXPECT_NE(std::string(error.what()).find("device cpu will do"), std::string::npos);
    }
  }
}

TEST(CudaRefusal, OfADeviceThatIsMissingNamesTheReason) {
  const Model model = device_model("g-and-k");
  const std::string missing = model.accelerator->missing();
  if (missing.empty()) GTEST_SKIP() << "there is a device";
  const Sample x = observations_of("g-and-k", 40);
  try {
    fit_on(Device::cuda, model, x, quick({}));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::device);
    EXPECT_NE(std::string(error.what()).find(missing), std::string::npos) << error.what();
  }
  EXPECT_EQ(fit_on(Device::automatic, model, x, quick({})).device, "cpu");
}

using CudaRefusalOnDevice = OnDevice;

void expect_refused(Fault fault, const std::string& says, const Model& model, const Sample& x,
                    const SettingList& list, const std::optional<Kernel>& kernel = {}) {
  SCOPED_TRACE(says);
  FitConfig config = settings(list);
  config.device = Device::cuda;
  try {
    fit(model, x, kernel, config);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault);
    EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("device cpu will do"), std::string::npos)
        << error.what();
  }
}

TEST_F(CudaRefusalOnDevice, IsAFaultOfUsage) {
  const Sample x = observations_of("g-and-k", 40);
  const Model model = device_model("g-and-k");
  for (const auto& [list, says] : refused())
    expect_refused(Fault::usage, says, model, x, quick(list));
  expect_refused(Fault::usage, "one's own", model, x, quick({}), Kernel(FlatTop{}, "flat-top"));
}

TEST_F(CudaRefusalOnDevice, IsANoteIfTheDeviceWasNotAskedFor) {
  FitConfig config = settings(quick({{"concentration", "2"}}));
  std::string said;
  Events events;
  events.note = [&](const std::string& text) { said += text; };
  const Fit result = fit(device_model("g-and-k"), observations_of("g-and-k", 40), config, events);
  EXPECT_EQ(result.device, "cpu");
  EXPECT_NE(said.find("concentration"), std::string::npos) << said;
}

// Twenty thousand latents for each of ten million simulations: 800 GB.
TEST_F(CudaRefusalOnDevice, OfMoreMemoryThanThereIsSaysHowMuch) {
  const Sample x = observations_of("toggle-switch", 20, 0, 1, {{"transitions", 2}});
  const Model model = device_model("toggle-switch", 1, {{"transitions", 10000}});
  const SettingList list{
      {"draws", "2"},
      {"simulations", "10000000"},
      {"design", "iid"},
      {"optimiser", "adam"},
      {"steps", "1"},
      {"start", "alpha1=20,alpha2=10,beta1=3,beta2=3,mu=320,sigma=0.2,gamma=0.2"},
      {"model-option", "transitions=10000"}};
  expect_refused(Fault::device, "MiB", model, x, list);
  // The device is none the worse for it.
  EXPECT_EQ(fit_on(Device::cuda, device_model("g-and-k"), observations_of("g-and-k", 40), quick({}))
                .draws.rows(),
            2u);
}

}  // namespace
}  // namespace surefoot
