#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/error.hpp>

#include "bootstrap/fit_support.hpp"

// Draws that several devices make at the same time.
namespace surefoot {
namespace {

thread_local int used = 0;

/// So many devices, of which each notes what it draws; draw b is at a = b + 1.
class Noting final : public Accelerator {
 public:
  explicit Noting(int count, int failing = -1) : count_(count), failing_(failing) {}

  std::string missing() const override { return ""; }
  int count() const override { return count_; }
  void use(int number) const override {
    used = number;
    ++uses;
  }
  std::string refusal(const Problem&, const Modes&) const override { return ""; }
  std::string name() const override { return "noting"; }
  std::string evaluator(const Problem&) const override { return "none"; }

  Outcome bootstrap(const Problem& problem, const Modes&, const DrawNumbers& numbers,
                    const Events& events, std::stop_token) const override {
    if (used == failing_) {
      while (!anything_made()) std::this_thread::yield();
      return {{}, "it is on fire"};
    }
    Outcome outcome{{}, "", 1.0};
    outcome.draws.names = problem.space->parameters.names();
    for (std::size_t r = 0; r < numbers.size(); ++r) {
      const std::vector<double> theta{numbers[r] + 1.0, 1.0, 1.0, 0.0};
      outcome.draws.add(numbers[r], theta, {});
      if (events.draw) events.draw({numbers[r], theta, {}});
    }
    const std::lock_guard lock(mutex_);
    made[used] += numbers.size();
    return outcome;
  }

  mutable std::map<int, std::size_t> made;  // by each device
  mutable std::atomic<int> uses = 0;

 private:
  bool anything_made() const {
    const std::lock_guard lock(mutex_);
    return !made.empty();
  }

  int count_, failing_;
  mutable std::mutex mutex_;
};

Fit fit_by(const std::shared_ptr<const Noting>& devices, const std::string& choice,
           Crew* crew = {}) {
  Model model = built_in_model("g-and-k");
  model.accelerator = devices;
  const auto config = settings({{"draws", "10"},
                                {"device", choice},
                                {"predictive-observations", "0"},
                                {"start", "a=3,b=1,g=1,log_k=-0.7"}});
  Continuation continuation;
  continuation.crew = crew;
  return fit(model, observations_of("g-and-k", 30), std::nullopt, config, {}, {}, continuation);
}

void expect_all_draws(const Fit& fit) {
  ASSERT_EQ(fit.draws.rows(), 10u);
  for (std::size_t r = 0; r < 10; ++r) EXPECT_EQ(fit.draws.row(r)[0], static_cast<double>(r) + 1);
}

TEST(SeveralDevices, ShareTheDraws) {
  using Made = std::map<int, std::size_t>;
  for (const auto& [choice, expected] : std::map<std::string, Made>{{"cuda", {{0, 10}}},
                                                                    {"cuda:2", {{2, 10}}},
                                                                    {"cuda:0,2", {{0, 5}, {2, 5}}},
                                                                    {"cuda:1,1", {{1, 10}}}}) {
    const auto devices = std::make_shared<Noting>(3);
    const Fit fit = fit_by(devices, choice);
    expect_all_draws(fit);
    EXPECT_EQ(devices->made, expected) << choice;
    EXPECT_EQ(fit.device, "cuda (noting)");
    EXPECT_EQ(get(fit.settings, "device"), choice);
  }
  const auto devices = std::make_shared<Noting>(3);
  expect_all_draws(fit_by(devices, "cuda:all"));
  ASSERT_EQ(devices->made.size(), 3u);
  for (const auto& [number, draws] : devices->made) EXPECT_TRUE(draws == 4 || draws == 2);
}

/// A process that has two more before it on its machine.
class Third final : public Crew {
 public:
  void make(const CrewTask& task) override { LoneCrew().make(task); }
  int neighbours_before() const override { return 2; }
};

TEST(SeveralDevices, ProcessesOfOneMachineTakeOneEach) {
  Third crew;
  for (const int count : {4, 2}) {
    const auto devices = std::make_shared<Noting>(count);
    expect_all_draws(fit_by(devices, "cuda", &crew));
    EXPECT_EQ(devices->made, (std::map<int, std::size_t>{{2 % count, 10}}));
  }
}

TEST(SeveralDevices, AFailureOfOneKeepsWhatTheOthersDrew) {
  const Fit fit = fit_by(std::make_shared<Noting>(2, 1), "cuda:all");
  EXPECT_EQ(fit.draws.rows(), 5u);
  EXPECT_EQ(fit.failure, "it is on fire");
}

// A device that is only looked at takes a quarter of a second to begin.
TEST(SeveralDevices, AreLeftAloneWhereTheProcessorIsSooner) {
  const auto devices = std::make_shared<Noting>(2);
  EXPECT_EQ(fit_by(devices, "auto").device, "cpu");
  EXPECT_EQ(devices->uses, 0);
}

TEST(SeveralDevices, OneThatIsNotThereIsRefused) {
  try {
    fit_by(std::make_shared<Noting>(2), "cuda:0,2");
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::device);
    EXPECT_STREQ(error.what(),
                 "device cuda:2: there is no device of this number; the last of 2 is cuda:1");
  }
}

TEST(SeveralDevices, TheirNamesAreReadAndWritten) {
  for (const std::string text : {"auto", "cpu", "cuda", "cuda:0", "cuda:3,1", "cuda:all"})
    EXPECT_EQ(get(settings({{"device", text}}), "device"), text);
  for (const std::string text :
       {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1,", "cpu:0", "cuda:all,1"})
    EXPECT_THROW(settings({{"device", text}}), Error) << text;
}

TEST(SeveralDevices, AWordThatIsNearlyRightIsSuggested) {
  try {
    settings({{"device", "cude"}});
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'cuda'"), std::string::npos);
  }
}

}  // namespace
}  // namespace surefoot
