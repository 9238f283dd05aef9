#include "simulators/isolated_simulator.hpp"

#include <atomic>
#include <cfloat>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <surefoot/design/design.hpp>
#include <surefoot/fit.hpp>
#include <surefoot/simd/flush.hpp>
#include <surefoot/simulators/process.hpp>
#include <surefoot/simulators/registry.hpp>

#include "bootstrap/fit_support.hpp"
#include "simulators/guarded_simulator.hpp"

namespace surefoot {
namespace {

/// Whether there is one text, with this in it.
testing::AssertionResult is_one_with(const std::vector<std::string>& texts,
                                     const std::string& part) {
  if (texts.size() == 1 && texts[0].find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << testing::PrintToString(texts) << " is not one with " << part;
}

struct MovedNormal {
  static constexpr int parameters = 2;
  static constexpr int dimension = 1;
  static constexpr int latents = 1;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    return {{theta[0] + theta[1] * latent.normal()}};
  }
};

/// A simulator that does something else where its first parameter is above 2.
class Misbehaving final : public BatchSimulator {
 public:
  Misbehaving(std::shared_ptr<const BatchSimulator> sound, std::function<void()> deed)
      : sound_(std::move(sound)), deed_(std::move(deed)) {}
  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, Simulation<float>& out) const override {
    if (theta[0] > 2.0) deed_();
    return sound_->simulate(theta, latents, derivatives, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, Simulation<double>& out) const override {
    if (theta[0] > 2.0) deed_();
    return sound_->simulate(theta, latents, derivatives, out);
  }

 private:
  const std::shared_ptr<const BatchSimulator> sound_;
  const std::function<void()> deed_;
};

void hang() {
  for (;;) ::pause();
}

void throw_something() { throw 1; }
void throw_where_none_may_leave() noexcept { throw_something(); }

Model header_that(const std::function<void()>& deed, const std::string& mark = {}) {
  Model model = make_model(MovedNormal{}, {{"mean", -5.0, 5.0}, {"sd", 0.1, 3.0}});
  model.simulator =
      guarded({std::make_shared<Misbehaving>(model.simulator, deed), "mine.hpp", mark});
  return model;
}

Model isolated(const Model& model, double seconds = 60.0) {
  FitConfig config;
  config.isolate = true;
  config.time_limit = seconds;
  return isolated_where_wanted(model, config, {});
}

template <class Real>
Simulation<Real> simulated(const Model& model, std::vector<double> theta, Derivatives derivatives,
                           int count = 100) {
  LatentTable<Real> latents;
  LatentDesign(Design::iid, count, model.latents).fill({1, 2, 3, 4, Purpose::predictive}, latents);
  Simulation<Real> out;
  out.resize(count, model.dimension, model.parameters.size(), derivatives);
  EXPECT_TRUE(model.simulator->simulate(theta, latents, derivatives, out));
  return out;
}

bool works_at(const Model& model, double mean, double sd = 1.0) {
  LatentTable<double> latents;
  LatentDesign(Design::iid, 10, model.latents).fill({1, 2, 3, 4, Purpose::predictive}, latents);
  Simulation<double> out;
  out.resize(10, 1, 2, Derivatives::no);
  return model.simulator->simulate(std::vector{mean, sd}, latents, Derivatives::no, out);
}

template <class Real>
void expect_the_same_bits(const Model& header, const std::vector<double>& theta) {
  const Model apart = isolated(header);
  for (const Derivatives derivatives : {Derivatives::no, Derivatives::yes})
    for (const int count : {1, 100, 5000, 7}) {
      const auto here = simulated<Real>(header, theta, derivatives, count);
      const auto there = simulated<Real>(apart, theta, derivatives, count);
      EXPECT_EQ(here.y, there.y);
      EXPECT_EQ(here.jacobian, there.jacobian);
    }
}

TEST(IsolatedSimulator, SimulatesTheSameBits) {
  const Model header = header_that([] {});
  expect_the_same_bits<double>(header, {1.5, 0.7});
  expect_the_same_bits<float>(header, {1.5, 0.7});
}

TEST(IsolatedSimulator, TreatsDenormalNumbersAsItsCallerDoes) {
  const Model header = header_that([] {});
  const std::vector<double> small{0.0, DBL_MIN / 8.0};
  expect_the_same_bits<double>(header, small);
  const auto kept = simulated<double>(header, small, Derivatives::no);
  const Model apart = isolated(header);
  Simulation<double> here, there;
  {
    const FlushDenormals flush;  // under which all of them would also compare as equal
    here = simulated<double>(header, small, Derivatives::no);
    there = simulated<double>(apart, small, Derivatives::no);
  }
  EXPECT_EQ(here.y, there.y);
  EXPECT_NE(here.y, kept.y);
}

struct Case {
  std::function<void()> deed;
  std::string says;
};

TEST(IsolatedSimulator, LosesTheCallAndSaysWhatHappened) {
  const std::vector<Case> cases{
      {[] { ::raise(SIGSEGV); }, "crashed: it used memory that is not its own"},
      {[] { ::raise(SIGFPE); }, "crashed: it divided a whole number by zero"},
      {[] { ::raise(SIGKILL); }, "was ended by a signal from outside"},
      {[] { std::abort(); }, "aborted"},
      {throw_where_none_may_leave, "aborted"},
      {[] { std::exit(0); }, "ended its process (exit)"},
      {[] { std::quick_exit(3); }, "ended its process (exit)"},
      {[] { ::_exit(3); }, "ended its process (exit)"},
      {[] { throw std::runtime_error("no luck"); }, "threw std::runtime_error ('no luck')"},
  };
  for (const auto& [deed, says] : cases) {
    const Model model = isolated(header_that(deed));
    EXPECT_TRUE(works_at(model, 1.0));
    EXPECT_FALSE(works_at(model, 3.0));
    EXPECT_TRUE(works_at(model, 1.0));
    EXPECT_FALSE(works_at(model, 4.0));
    EXPECT_TRUE(is_one_with(process_warnings(model),
                            "mine.hpp: in 2 of 4 calls, with mean from 3 to 4, sd at 1, "
                            "the code of the header " +
                                says));
  }
}

TEST(IsolatedSimulator, SaysNothingWhenAllGoesWell) {
  const Model model = isolated(header_that([] {}));
  EXPECT_TRUE(works_at(model, 3.0));
  EXPECT_TRUE(process_warnings(model).empty());
}

TEST(IsolatedSimulator, CountsEachReasonApart) {
  const auto calls = std::make_shared<int>(0);  // of one worker: the next begins anew
  const Model model = isolated(header_that([calls] {
    ++*calls;
    if (*calls == 1) throw 1.0;
    if (*calls == 2) throw 1;
    std::abort();
  }));
  EXPECT_TRUE(works_at(model, 1.0));
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(works_at(model, 3.0));
  const std::vector<std::string> reasons = process_warnings(model);
  ASSERT_EQ(reasons.size(), 3u);
  EXPECT_TRUE(is_one_with({reasons[0]}, "in 1 of 5 calls"));
  EXPECT_TRUE(is_one_with({reasons[0]}, "aborted"));
  EXPECT_TRUE(is_one_with({reasons[1]}, "in 2 of 5 calls"));
  EXPECT_TRUE(is_one_with({reasons[1]}, "threw double"));
  EXPECT_TRUE(is_one_with({reasons[2]}, "threw int"));
}

TEST(IsolatedSimulator, DoesNotWaitForever) {
  const Model model = isolated(header_that(hang), 0.2);
  EXPECT_TRUE(works_at(model, 1.0));
  EXPECT_FALSE(works_at(model, 3.0));
  EXPECT_TRUE(works_at(model, 1.0));
  EXPECT_TRUE(is_one_with(process_warnings(model), "did not return within 0.2 s (time-limit)"));
}

TEST(IsolatedSimulator, StopsWhileItWaits) {
  std::stop_source source;
  const Model model = stoppable(isolated(header_that(hang)), source.get_token());
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  EXPECT_THROW(works_at(model, 3.0), Interrupted);
}

/// What is said when a simulator that never returns is given up.
std::string last_words(const Model& model) {
  try {
    for (int i = 0; i < 200; ++i) works_at(model, 3.0);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    return error.what();
  }
  return "no error";
}

TEST(IsolatedSimulator, GivesUpIfNoCallReturns) {
  EXPECT_EQ(last_words(isolated(header_that([] { ::_exit(1); }))),
            "mine.hpp: the code of the header returned from none of its first 100 calls; the last "
            "time it ended its process (exit), where a simulator must return");
  EXPECT_EQ(last_words(isolated(header_that(hang), 0.02)),
            "mine.hpp: the code of the header returned from none of its first 5 calls; the last "
            "time it did not return within 0.02 s (time-limit)");
}

TEST(IsolatedSimulator, LeavesNoProcessBehind) {
  void* shared = ::mmap(nullptr, sizeof(std::atomic<pid_t>), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  std::atomic<pid_t>& last = *static_cast<std::atomic<pid_t>*>(shared);
  pid_t hung = 0, idle = 0;
  {
    const Model model = isolated(header_that([&last] {
                                   last = ::getpid();
                                   hang();
                                 }),
                                 0.1);
    EXPECT_FALSE(works_at(model, 3.0));
    hung = last;
    EXPECT_EQ(::kill(hung, 0), -1);
    const Model other = isolated(header_that([&last] { last = ::getpid(); }));
    EXPECT_TRUE(works_at(other, 3.0));
    idle = last;
    EXPECT_NE(idle, hung);
    EXPECT_EQ(::kill(idle, 0), 0);
  }
  EXPECT_EQ(::kill(idle, 0), -1);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // there is no child, not even a dead one
  ::munmap(shared, sizeof(last));
}

std::vector<std::string> words_about(const std::vector<std::string>& warnings) {
  std::vector<std::string> list;
  for (const std::string& text : warnings)
    if (text.starts_with("mine.hpp: ")) list.push_back(text);
  return list;
}

TEST(IsolatedFit, HasTheBitsOfAnother) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  for (const char* precision : {"mixed", "double"}) {
    SettingList list{
        {"draws", "20"}, {"simulations", "64"}, {"threads", "2"}, {"precision", precision}};
    const Model header = header_that([] {});
    const Fit here = fit(header, x, settings(list));
    list.push_back({"isolate", "true"});
    const Fit there = fit(header, x, settings(list));
    EXPECT_EQ(here.draws.values, there.draws.values);
    EXPECT_EQ(here.predictive.values, there.predictive.values);
    EXPECT_TRUE(words_about(there.warnings).empty());
  }
}

TEST(IsolatedFit, GoesOnAfterCrashes) {
  const Sample x = observations_of("gaussian-location", 50, 1);
  const SettingList list{
      {"draws", "20"}, {"simulations", "64"}, {"threads", "2"}, {"isolate", "true"}};
  const Fit result = fit(header_that([] { std::abort(); }), x, settings(list));
  EXPECT_EQ(result.draws.rows(), 20u);
  EXPECT_EQ(count_of(result.draws, DrawStatus::converged), 20u);
  EXPECT_TRUE(is_one_with(words_about(result.warnings), "the code of the header aborted"));
}

TEST(IsolatedFit, IsTheRuleForHeadersThatHaveCrashed) {
  const std::filesystem::path mark =
      fmt::format("{}isolated_fit_{}.crashed", testing::TempDir(), ::getpid());
  std::filesystem::remove(mark);
  const Sample x = observations_of("gaussian-location", 50, 1);
  SettingList list{{"draws", "5"}, {"simulations", "64"}};
  const Model header = header_that([] { std::abort(); }, mark);
  list.push_back({"isolate", "true"});
  fit(header, x, settings(list));
  ASSERT_TRUE(std::filesystem::exists(mark));
  list.pop_back();
  std::vector<std::string> notes;
  Events events;
  events.note = [&](const std::string& text) { notes.push_back(text); };
  const Fit again = fit(header, x, settings(list), events);
  EXPECT_TRUE(is_one_with(words_about(again.warnings), "aborted"));
  ASSERT_FALSE(notes.empty());
  EXPECT_TRUE(is_one_with({notes[0]}, "in an earlier run the code of the header aborted"));
  std::filesystem::remove(mark);
}

std::string refusal_of(const Model& model) {
  try {
    isolated(model);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}

TEST(IsolatedFit, IsRefusedWhereThereIsNoHeader) {
  EXPECT_EQ(refusal_of(built_in_model("g-and-k")),
            "isolate is for the code of a header such as my_model.hpp, but the model is 'g-and-k'");
  const Model program = process_model(
      {.command = "while read m seed a; do for i in $(seq $m); do echo $a; done; done",
       .protocol = Protocol::text,
       .seconds = 30.0},
      {{"a", -5.0, 5.0}}, 1);
  EXPECT_TRUE(is_one_with({refusal_of(program)}, ", which has a process of its own already"));
  FitConfig config;
  config.isolate = true;
  config.device = Device::cuda;
  EXPECT_THROW(validate(config), Error);
}

}  // namespace
}  // namespace surefoot
