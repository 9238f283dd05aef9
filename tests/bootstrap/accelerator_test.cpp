#include <gtest/gtest.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/fit_support.hpp"

// When a device is made ready, if that takes time or fails.
namespace surefoot {
namespace {

/// A device that may take long to make ready, or fail to be, and that draws nothing.
class Slow final : public Accelerator {
 public:
  Slow(double seconds, std::string fault, std::string refusal = "")
      : seconds_(seconds), fault_(std::move(fault)), refusal_(std::move(refusal)) {}

  std::string missing() const override { return ""; }
  std::string refusal(const Problem&, const Modes&) const override { return refusal_; }
  std::string name() const override { return "slow"; }
  std::string evaluator(const Problem&) const override { return "none"; }
  double preparation_seconds() const override { return seconds_; }
  void prepare(const Events& events) const override {
    ++prepared;
    events.note("compiling");
    if (!fault_.empty()) throw Error(Fault::device, fault_);
  }
  Outcome bootstrap(const Problem&, const Modes&, const DrawNumbers&, const Events&,
                    std::stop_token) const override {
    return {};
  }

  mutable int prepared = 0;

 private:
  double seconds_;
  std::string fault_, refusal_;
};

struct Ran {
  std::string device;
  std::vector<std::string> notes;
};

// Ends as soon as the CPU draws.
Ran run(const std::shared_ptr<const Slow>& device, const SettingList& list) {
  Model model = built_in_model("g-and-k");
  model.accelerator = device;
  Ran ran;
  std::stop_source stop;
  Events events;
  events.note = [&](const std::string& text) { ran.notes.push_back(text); };
  events.progress = [&](const Progress& progress) {
    if (std::string_view(progress.unit) == "draws") stop.request_stop();
  };
  ran.device =
      fit(model, observations_of("g-and-k", 50), settings(list), events, stop.get_token()).device;
  return ran;
}

const SettingList small{{"draws", "4"}};
// Seconds for one thread.
const SettingList large{{"draws", "3000"},
                        {"optimiser", "adam"},
                        {"steps", "1000"},
                        {"simulations", "64"},
                        {"start", "a=3,b=1,g=1,log_k=-0.7"}};

SettingList on_device(SettingList list) {
  list.emplace_back("device", "cuda");
  return list;
}

TEST(Accelerator, ThatIsAskedForIsPreparedHoweverLongItTakes) {
  const auto device = std::make_shared<Slow>(1e6, "");
  const Ran ran = run(device, on_device(small));
  EXPECT_EQ(ran.device, "cuda (slow)");
  EXPECT_EQ(ran.notes, std::vector<std::string>{"compiling"});
  EXPECT_EQ(device->prepared, 1);
}

TEST(Accelerator, ThatIsAskedForAndCannotBePreparedIsAnError) {
  const auto device = std::make_shared<Slow>(0.0, "there is no compiler");
  try {
    run(device, on_device(small));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::device);
    EXPECT_STREQ(error.what(), "there is no compiler");
  }
}

TEST(Accelerator, IsPreparedByItselfOnlyWhereThatPays) {
  const auto quick = std::make_shared<Slow>(0.0, ""), slow = std::make_shared<Slow>(60.0, "");
  EXPECT_EQ(run(quick, small).device, "cpu");
  EXPECT_EQ(quick->prepared, 0);
  EXPECT_EQ(run(slow, large).device, "cpu");
  EXPECT_EQ(slow->prepared, 0);
  EXPECT_EQ(run(quick, large).device, "cuda (slow)");
  EXPECT_EQ(quick->prepared, 1);
}

TEST(Accelerator, ThatCannotBePreparedLeavesTheDrawsToTheCpuWithANote) {
  const Ran ran = run(std::make_shared<Slow>(0.0, "there is no compiler"), large);
  EXPECT_EQ(ran.device, "cpu");
  ASSERT_FALSE(ran.notes.empty());
  EXPECT_EQ(ran.notes.back(), "there is no compiler; so the CPU is used");
}

TEST(Accelerator, ThatDoesNotServeLeavesTheDrawsToTheCpuWithANote) {
  const auto device = std::make_shared<Slow>(0.0, "", "such problems");
  const Ran ran = run(device, large);
  EXPECT_EQ(ran.device, "cpu");
  ASSERT_FALSE(ran.notes.empty());
  EXPECT_EQ(ran.notes.back(), "the device does not serve such problems, so the CPU is used");
  EXPECT_THROW(run(device, on_device(small)), Error);
}

TEST(Accelerator, DoesNotServeAPrior) {
  const auto device = std::make_shared<Slow>(0.0, "");
  const SettingList informed{{"draws", "4"}, {"prior", "a=normal:3:1"}};
  const Ran ran = run(device, informed);
  EXPECT_EQ(ran.device, "cpu");
  ASSERT_FALSE(ran.notes.empty());
  EXPECT_EQ(ran.notes.back(), "the device does not serve a prior, so the CPU is used");
  EXPECT_THROW(run(device, on_device(informed)), Error);
}

}  // namespace
}  // namespace surefoot
