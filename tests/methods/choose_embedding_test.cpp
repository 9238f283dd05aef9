#include "methods/choose_embedding.hpp"

#include <gtest/gtest.h>

#include <surefoot/settings_given.hpp>

#include "bootstrap/fit_support.hpp"
#include "methods/learnt_draws.hpp"
#include "methods/spinning_simulator.hpp"
#include "monte_carlo.hpp"

namespace surefoot {
namespace {

using namespace std::chrono_literals;

/// A fit of 1000 draws by 1024 simulations would take half an hour.
constexpr auto slow = 20us;

Sample normal_sample(int count) {
  std::vector<double> values;
  Noise noise({5, 0, 0, 0, Purpose::data});
  for (int i = 0; i < count; ++i) values.push_back(noise.normal());
  return {values, 1};
}

FitConfig open_settings(const SettingList& list = {}) {
  FitConfig config;
  config.threads = 1;
  for (const auto& [name, text] : list) set(config, name, text);
  return config;
}

bool is_found_slow(const Model& model, const FitConfig& config, Crew* crew = nullptr) {
  const Sample x = normal_sample(40);
  const std::optional<Kernel> kernel;
  const Continuation continuation{{}, crew};
  const Run run{model, x, kernel, continuation, {}, {}, model.parameters, config, {}};
  return find_slow_simulator(run).has_value();
}

TEST(ChooseEmbedding, FindsSlowSimulatorsByTheClock) {
  EXPECT_TRUE(is_found_slow(spinning_model({.each = slow}), open_settings()));
  EXPECT_FALSE(is_found_slow(spinning_model({.each = 0us}), open_settings()));
  // However many draws are wanted.
  EXPECT_FALSE(is_found_slow(spinning_model({.each = 0us}), open_settings({{"draws", "1000000"}})));
}

TEST(ChooseEmbedding, DoesNotLookAtTheClockWhereAnythingElseDecides) {
  const SpinningSimulator simulator{.each = slow};
  const Model model = spinning_model(simulator);
  const int before = simulator.spun->observations;
  for (const auto& [name, text] :
       SettingList{{"embedding", "direct"}, {"embedding", "emulated"},
                   {"budget", "20000"},     {"simulations", "500"},
                   {"design", "iid"},       {"evaluator", "pairs"},
                   {"noise", "shared"},     {"resample", "true"},
                   {"steps", "10"},         {"optimiser", "bfgs"},
                   {"step-size", "0.2"},    {"starts", "2"},
                   {"start", "location=1"}, {"screening", "8"},
                   {"preset", "paper"},     {"part", "1/2"},
                   {"max-calls", "100"},    {"device", "cuda"},
                   {"kernel", "energy"},    {"method", "npl-wasserstein"}})
    EXPECT_FALSE(is_found_slow(model, open_settings({{name, text}}))) << name << ' ' << text;
  LoneCrew crew;
  EXPECT_FALSE(is_found_slow(model, open_settings(), &crew));
  Model built_in = model;
  built_in.built_in = Model::BuiltIn{"own", model.simulator};
  EXPECT_FALSE(is_found_slow(built_in, open_settings()));
  EXPECT_EQ(simulator.spun->observations, before);
}

bool is_learnt(const Model& model, const FitConfig& config) {
  const Sample x =
      model.simulate(model.truth.empty() ? middle_of(model.parameters) : model.truth, 40, 1);
  const std::optional<Kernel> kernel;
  const Continuation continuation;
  const Run run{model, x, kernel, continuation, {}, {}, model.parameters, config, {}};
  return is_learnt_by_default(run);
}

TEST(ChooseEmbedding, LearnsModelsWithoutGoodDerivativesByDefault) {
  for (const char* name : {"toggle-switch", "sir", "m-g-1", "ricker"})
    EXPECT_TRUE(is_learnt(built_in_model(name), open_settings())) << name;
  for (const char* name : {"gaussian-location", "g-and-k"})
    EXPECT_FALSE(is_learnt(built_in_model(name), open_settings())) << name;
  const Model without = spinning_model({.each = 0us});
  EXPECT_FALSE(without.simulator->differentiable());
  EXPECT_TRUE(is_learnt(without, open_settings()));
  for (const auto& [name, text] : SettingList{{"part", "1/2"}, {"prior", "normal:0:1"}})
    EXPECT_TRUE(is_learnt(without, open_settings({{name, text}}))) << name;
  for (const auto& [name, text] : SettingList{{"embedding", "direct"},
                                              {"simulations", "500"},
                                              {"optimiser", "bfgs"},
                                              {"preset", "paper"},
                                              {"max-calls", "100"},
                                              {"device", "cuda"},
                                              {"kernel", "energy"},
                                              {"method", "npl-wasserstein"}})
    EXPECT_FALSE(is_learnt(without, open_settings({{name, text}}))) << name << ' ' << text;
}

TEST(ChooseEmbedding, KnowsWhatSettingsLeaveOpen) {
  EXPECT_EQ(embedding_way(open_settings()), EmbeddingWay::automatic);
  EXPECT_EQ(embedding_way(open_settings({{"draws", "20"}, {"seed", "3"}, {"trim", "2"}})),
            EmbeddingWay::automatic);
  EXPECT_EQ(embedding_way(open_settings({{"budget", "20000"}})), EmbeddingWay::emulated);
  EXPECT_EQ(embedding_way(open_settings({{"starts", "2"}})), EmbeddingWay::direct);
}

/// A fit, and what it said.
struct Told {
  Fit fit;
  std::string notes, warnings;
};

Told told_by(const Model& model, const Sample& x, const FitConfig& config) {
  Told told;
  Events events;
  events.note = [&](const std::string& text) { told.notes += text + '\n'; };
  events.warning = [&](const std::string& text) { told.warnings += text + '\n'; };
  told.fit = fit(model, x, config, events);
  return told;
}

TEST(ChooseEmbedding, SimulatesSlowSimulatorsOnceForAllDraws) {
  const Sample x = normal_sample(40);
  const SpinningSimulator simulator{.each = slow};
  const Model model = spinning_model(simulator);
  const int before = simulator.spun->observations;
  const FitConfig config = open_settings({{"draws", "500"}, {"seed", "2"}});
  const Told chosen = told_by(model, x, config);
  const FitConfig& settings = chosen.fit.settings;
  EXPECT_EQ(settings.embedding, EmbeddingWay::emulated);
  EXPECT_EQ(get(settings, "budget"), "20000");
  EXPECT_NE(chosen.notes.find("embedding direct simulates for every draw"), std::string::npos);
  EXPECT_EQ(chosen.fit.simulator_calls, simulator.spun->observations - before);
  EXPECT_FALSE(is_given(settings_given(chosen.fit), "embedding"));
  // Whatever the clock says the next time, the same draws can be made.
  for (FitConfig again : {settings_given(chosen.fit),
                          open_settings({{"budget", "20000"}, {"embedding", "emulated"}})}) {
    again.draws = 500;
    again.seed = 2;
    again.threads = 1;
    expect_same_draws(fit(model, x, again).draws, chosen.fit.draws);
  }
}

TEST(ChooseEmbedding, SaysWhatIsInForceForQuickSimulatorsToo) {
  const Sample x = normal_sample(40);
  const Model model = spinning_model({.each = 0us});
  const FitConfig config = open_settings({{"draws", "20"}, {"check", "none"}});
  FitConfig asked = config;
  asked.embedding = EmbeddingWay::emulated;
  const Told open = told_by(model, x, config);
  EXPECT_EQ(open.fit.settings.embedding, EmbeddingWay::emulated);
  EXPECT_FALSE(open.fit.settings.budget);  // nobody has to keep to the usual one
  expect_same_draws(open.fit.draws, fit(model, x, asked).draws);
  const Fit direct = fit(built_in_model("g-and-k"), observations_of("g-and-k", 40), config);
  EXPECT_EQ(direct.settings.embedding, EmbeddingWay::direct);
}

/// Two states, between which a uniform decides: no derivative sees the weight.
struct TwoStates {
  static constexpr int parameters = 2, dimension = 1, latents = 2;

  template <class Real, class Latent>
  Vec<Real, 1> operator()(const Vec<Real, 2>& theta, Latent& latent) const {
    const Real u = latent.uniform();
    return {{theta[1] + select(u < theta[0], Real(6.0), Real(0.0)) + 0.5 * latent.normal()}};
  }
};

TEST(ChooseEmbedding, LearnsWhatTheSearchHasFoundDerivativesToMiss) {
  const Model model = make_model(TwoStates{}, {{"weight", 0.0, 1.0}, {"location", -10.0, 10.0}});
  EXPECT_FALSE(is_learnt(model, open_settings()));
  const std::vector<double> truth{0.3, 1.0};
  const Sample x = model.simulate(truth, 100, 4);
  const FitConfig config = open_settings({{"draws", "40"}, {"seed", "2"}, {"check", "none"}});
  const Told told = told_by(model, x, config);
  EXPECT_EQ(told.fit.settings.embedding, EmbeddingWay::emulated);
  EXPECT_NE(told.notes.find("derivatives miss effects of weight"), std::string::npos) << told.notes;
  EXPECT_EQ(told.fit.simulations_per_draw, 0);
  FitConfig asked = config;
  asked.embedding = EmbeddingWay::emulated;
  const Fit learnt = fit(model, x, asked);
  expect_same_draws(told.fit.draws, learnt.draws);
  EXPECT_GT(told.fit.simulator_calls, learnt.simulator_calls);  // the search simulated, too
  for (const DrawInfo& info : told.fit.draws.info) EXPECT_TRUE(is_minimum(info.status));
}

TEST(ChooseEmbedding, ComparesItsErrorWithThatOfDirectDraws) {
  const auto share = [](const Model& model, int n) {
    const Sample x = model.simulate(model.truth, n, 1);
    const std::optional<Kernel> kernel;
    const Continuation continuation;
    return simulation_share_of_direct_draws(
        {model, x, kernel, continuation, {}, {}, model.parameters, open_settings(), {}});
  };
  EXPECT_EQ(share(built_in_model("g-and-k"), 200), 0.0);  // by quadrature
  EXPECT_EQ(share(built_in_model("m-g-1"), 200), 0.0);    // by Sobol points
  EXPECT_NEAR(share(built_in_model("toggle-switch"), 2000), 2000.0 / 4048.0, 1e-12);
}

TEST(ChooseEmbedding, KeepsALooseFitWhereDirectDrawsAreNoBetter) {
  LearntEmbedding learnt;
  const DirectDraws fine{0.0, false}, loose{0.49, false}, rough{0.0, true};
  learnt.leaving = 0.2;
  EXPECT_NE(doubts_about(learnt, fine), "");
  EXPECT_EQ(doubts_about(learnt, rough), "");
  learnt.leaving = 0.0;
  learnt.simulation_share = 0.4;
  EXPECT_NE(doubts_about(learnt, fine), "");
  EXPECT_NE(doubts_about(learnt, rough), "");
  EXPECT_EQ(doubts_about(learnt, loose), "");
  learnt.unknown_error = 1.0;  // whatever the direct draws are
  EXPECT_NE(doubts_about(learnt, loose), "");
}

TEST(ChooseEmbedding, LeavesWhatDerivativesMissToDirectDrawsThatWereAskedFor) {
  const Model model = make_model(TwoStates{}, {{"weight", 0.0, 1.0}, {"location", -10.0, 10.0}});
  const std::vector<double> truth{0.3, 1.0};
  const Sample x = model.simulate(truth, 100, 4);
  const SettingList few{{"draws", "4"}, {"check", "none"}};
  for (const auto& [name, text] : SettingList{{"embedding", "direct"}, {"simulations", "128"}}) {
    SettingList list = few;
    list.push_back({name, text});
    const Told told = told_by(model, x, open_settings(list));
    EXPECT_EQ(told.fit.settings.embedding, EmbeddingWay::direct) << name;
    EXPECT_EQ(told.fit.blind, std::vector<std::string>{"weight"}) << name;
  }
}

TEST(ChooseEmbedding, HasEveryDrawSimulateWhereLittleCouldBeLearnt) {
  // It works beside the middle of the box alone.
  const Model model = spinning_model({.each = 0us, .works_at = 2.0});
  const Told told = told_by(model, normal_sample(40), open_settings({{"draws", "20"}}));
  EXPECT_NE(told.notes.find("so every draw simulates"), std::string::npos) << told.notes;
  EXPECT_EQ(told.fit.settings.embedding, EmbeddingWay::direct);
}

TEST(ChooseEmbedding, FallsBackOnDrawsThatSimulate) {
  // It works in the middle of the box, where it is timed.
  const Model model = spinning_model({.each = 100us, .slow_for = 8000, .works_at = 2.0});
  const Told told = told_by(model, normal_sample(40), open_settings({{"draws", "20"}}));
  EXPECT_NE(told.warnings.find("so every draw simulates"), std::string::npos) << told.notes;
  EXPECT_EQ(told.fit.settings.embedding, EmbeddingWay::direct);
}

}  // namespace
}  // namespace surefoot
