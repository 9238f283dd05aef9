#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot {
namespace {

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "no error";
}

std::string refusal_to_set(const std::string& name, const std::string& text) {
  FitConfig config;
  return refusal([&] { set(config, name, text); });
}

std::string after_set(const std::string& name, const std::string& text) {
  FitConfig config;
  set(config, name, text);
  return get(config, name);
}

TEST(Settings, AreNamedOnce) {
  const std::vector<std::string> names = setting_names();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(names.front(), "method");
}

TEST(Settings, AreDocumentedOneByOne) {
  const std::vector<SettingDoc> docs = setting_docs();
  ASSERT_EQ(docs.size(), setting_names().size());
  for (const SettingDoc& doc : docs) {
    EXPECT_FALSE(doc.values.empty()) << doc.name;
    EXPECT_FALSE(doc.help.empty()) << doc.name;
    EXPECT_FALSE(doc.fallback.empty()) << doc.name;
    EXPECT_EQ(doc.help.find("(default"), std::string::npos) << doc.name;
    const std::string own = get(FitConfig{}, doc.name);
    EXPECT_TRUE(own.empty() || doc.value == own) << doc.name;
    EXPECT_TRUE(doc.value.empty() || after_set(doc.name, doc.value) == doc.value) << doc.name;
  }
  EXPECT_EQ(docs[2].name, "draws");
  EXPECT_EQ(docs[2].values, "a whole number between 1 and 10000000");
  EXPECT_EQ(docs[2].placeholder, "N");
}

TEST(Settings, SayWhatTheyAreUnlessGiven) {
  std::map<std::string, SettingDoc> docs;
  for (const SettingDoc& doc : setting_docs()) docs[doc.name] = doc;
  EXPECT_EQ(docs["chains"].fallback, "4");
  EXPECT_EQ(docs["chains"].value, "4");
  EXPECT_EQ(docs["noise"].fallback, "per-draw");
  EXPECT_EQ(docs["resample"].fallback, "false");
  EXPECT_EQ(docs["truncation"].fallback, "none, exact");
  EXPECT_EQ(docs["truncation"].value, "");
  EXPECT_EQ(docs["draws"].fallback, "1000; wabc, mmd-abc: as many as particles");
  EXPECT_EQ(docs["draws"].value, "1000");
  EXPECT_EQ(docs["kernel"].fallback, "the model's, else gaussian; mmd-abc: gaussian");
  EXPECT_EQ(docs["kernel"].value, "");
}

TEST(Settings, KnowWhetherTheyWereGiven) {
  FitConfig config;
  EXPECT_EQ(given_settings(config), std::vector<std::string>{});
  config.mass = Mass::fixed;  // the default, but given
  set(config, "draws", "1000");
  config.chains = 4;
  config.fixed["a"] = 1.0;
  const std::vector<std::string> given{"draws", "mass", "fixed", "chains"};
  EXPECT_EQ(given_settings(config), given);
  const FitConfig copy = config;
  EXPECT_EQ(given_settings(copy), given);
  EXPECT_TRUE(is_given({.seed = 0}, "seed"));
  EXPECT_FALSE(is_given({.seed = 0}, "threads"));
  EXPECT_TRUE(is_given({.base_measure = "normal:auto"}, "base-measure"));
  EXPECT_THROW(set(config, "seed", "x"), Error);
  EXPECT_FALSE(is_given(config, "seed"));
  set(config, "chains", "default");
  EXPECT_FALSE(is_given(config, "chains"));
}

TEST(Settings, HaveDefaultsThatAreValid) { EXPECT_NO_THROW(validate(FitConfig{})); }

TEST(Settings, ComeBackFromTheirText) {
  const std::vector<std::pair<std::string, std::string>> examples{
      {"method", "npl-mmd"},
      {"preset", "paper"},
      {"preset", "default"},
      {"draws", "17"},
      {"mass", "free"},
      {"kernel", "gaussian:1+laplace:10"},
      {"lengthscale", "median-paper"},
      {"concentration", "0.1"},
      {"base-measure", "uniform:0:1"},
      {"truncation", "100"},
      {"simulations", "2"},
      {"design", "closed-form"},
      {"evaluator", "pairs"},
      {"noise", "fresh"},
      {"resample", "true"},
      {"embedding", "emulated"},
      {"budget", "100000"},
      {"budget", "90s"},
      {"optimiser", "sgd"},
      {"steps", "2000"},
      {"step-size", "3.3333333333333335"},
      {"starts", "3"},
      {"screening", "64"},
      {"start", "a=1,b=-2.5e-07"},
      {"bounds", "a=0:10,b=-1:inf"},
      {"fixed", "log_k=-0.1"},
      {"model-option", "transitions=300"},
      {"keep-simulations", "runs/sims.nc"},
      {"simulations-from", "runs/sims.csv"},
      {"parameters", "a=0:10,b=0.1:5:log"},
      {"protocol", "binary"},
      {"time-limit", "2.5"},
      {"max-calls", "100000"},
      {"isolate", "true"},
      {"scale", "mad"},
      {"precision", "double"},
      {"trim", "2.5"},
      {"prior", "a=normal:0:1,b=uniform:0:2"},
      {"order", "2"},
      {"transport", "hilbert"},
      {"particles", "300"},
      {"max-simulations", "2400000"},
      {"max-trials", "1000"},
      {"max-seconds", "0.5"},
      {"threshold", "0"},
      {"chains", "2"},
      {"warmup", "0"},
      {"thin", "5"},
      {"score-weight", "2.8"},
      {"seed", "18446744073709551615"},
      {"part", "3/20"},
      {"threads", "4"},
      {"device", "cpu"},
      {"check", "scores"},
      {"predictive-draws", "0"},
      {"predictive-observations", "10"},
  };
  std::set<std::string> covered;
  for (const auto& [name, text] : examples) {
    EXPECT_EQ(after_set(name, text), text) << name;
    covered.insert(name);
  }
  EXPECT_EQ(covered.size(), setting_names().size());
}

TEST(Settings, KeepEveryBitOfANumber) {
  FitConfig config;
  for (const double value : {0.1, 1.0 / 3.0, 1e-300, 5e-324, 1.7976931348623157e308}) {
    config.concentration = value;
    FitConfig copy;
    set(copy, "concentration", get(config, "concentration"));
    EXPECT_EQ(copy.concentration, value);
  }
}

TEST(Settings, AreUnsetByAnEmptyTextOrDefault) {
  for (const char* name : {"kernel", "truncation", "design", "steps", "step-size"}) {
    FitConfig config;
    config.kernel = "energy";
    config.truncation = 10;
    config.design = Design::iid;
    config.steps = 10;
    config.step_size = 0.1;
    EXPECT_NE(get(config, name), "");
    FitConfig other = config;
    set(config, name, "default");
    EXPECT_EQ(get(config, name), "");
    set(other, name, "");
    EXPECT_EQ(get(other, name), "");
  }
  for (const char* name : {"truncation", "max-calls", "max-seconds", "threshold"})
    EXPECT_EQ(after_set(name, "none"), "") << name;
  EXPECT_NE(refusal_to_set("steps", "none"), "no error");
  EXPECT_EQ(after_set("fixed", ""), "");
}

TEST(Settings, AllowBlanksAroundTheirText) {
  EXPECT_EQ(after_set("draws", " 12 "), "12");
  EXPECT_EQ(after_set("bounds", " b = -1 : 1 , a=+2:3"), "a=2:3,b=-1:1");
}

TEST(Settings, SayWhatAWholeNumberMustBe) {
  EXPECT_EQ(refusal_to_set("draws", "abc"),
            "draws must be a whole number between 1 and 10000000, but is 'abc'");
  for (const char* bad :
       {"0", "-1", "100000001", "1e4", "10.0", "0x10", "", "5 6", "99999999999999999999"})
    EXPECT_NE(refusal_to_set("draws", bad), "no error") << bad;
  EXPECT_EQ(refusal_to_set("truncation", "0"),
            "truncation must be a whole number between 1 and 10000000, or none, but is '0'");
  EXPECT_EQ(refusal_to_set("seed", "-1"),
            "seed must be a whole number between 0 and 18446744073709551615, but is '-1'");
  EXPECT_NE(refusal_to_set("seed", "18446744073709551616"), "no error");
}

TEST(Settings, SayWhatANumberMustBe) {
  EXPECT_EQ(refusal_to_set("concentration", "-0.5"),
            "concentration must be a finite number of at least 0, but is '-0.5'");
  EXPECT_EQ(refusal_to_set("step-size", "0"),
            "step-size must be a positive finite number, but is '0'");
  for (const char* bad : {"nan", "inf", "1e999", "1,5", "0.1x", "", "+-1"})
    EXPECT_NE(refusal_to_set("concentration", bad), "no error") << bad;
}

TEST(Settings, ListTheWordsAndTheNearest) {
  EXPECT_EQ(refusal_to_set("design", "sobl"),
            "design must be auto, closed-form, quadrature, sobol or iid, but is 'sobl'; did you "
            "mean 'sobol'?");
  EXPECT_EQ(
      refusal_to_set("method", "x"),
      "method must be npl-mmd, npl-wll, npl-wasserstein, wabc, mmd-abc, mmd-bayes or bayes, but "
      "is 'x'");
  EXPECT_EQ(refusal_to_set("resample", "yes"), "resample must be true or false, but is 'yes'");
  EXPECT_NE(refusal_to_set("scale", ""), "no error");
}

TEST(Settings, ShowThePairThatIsWrong) {
  const std::string form =
      "fixed must be NAME=VALUE pairs separated by commas, with finite values and no name twice, "
      "but is ";
  EXPECT_EQ(refusal_to_set("fixed", "a=1,b,c=2"), form + "'b'");
  EXPECT_EQ(refusal_to_set("fixed", "a=1,a=2"), form + "'a=2'");
  EXPECT_EQ(refusal_to_set("fixed", "a=inf"), form + "'a=inf'");
  EXPECT_EQ(refusal_to_set("fixed", "=1"), form + "'=1'");
  EXPECT_EQ(refusal_to_set("fixed", "a=1,"), form + "'a=1,'");
  EXPECT_EQ(refusal_to_set("fixed", "a=1=2"), form + "'a=1=2'");
  EXPECT_EQ(refusal_to_set("bounds", "a=0:1,b=3:2"),
            "bounds must be NAME=LO:HI pairs separated by commas, with LO below HI and no name "
            "twice, but is 'b=3:2'");
  for (const char* bad : {"a=1", "a=1:2:3", "a=:", "a=nan:1", ",", "a=0:0"})
    EXPECT_NE(refusal_to_set("bounds", bad), "no error") << bad;
}

TEST(Settings, RefuseEmptyText) {
  EXPECT_EQ(refusal_to_set("base-measure", " "),
            "base-measure must be normal:auto, normal:MEAN:SD, uniform:LO:HI, file:PATH, "
            "simulator:NAME=VALUE,... or prior-box, but is ''");
  FitConfig config;
  config.kernel = "";
  EXPECT_NE(refusal([&] { validate(config); }), "no error");
}

TEST(Settings, SuggestTheNearestName) {
  EXPECT_EQ(refusal_to_set("drws", "1"), "there is no setting 'drws'; did you mean 'draws'?");
  EXPECT_EQ(refusal([] { get({}, "frobnicate-it"); }), "there is no setting 'frobnicate-it'");
  EXPECT_EQ(refusal_to_set("step_size", "1"),
            "there is no setting 'step_size'; did you mean 'step-size'?");
}

TEST(Settings, StayAsTheyWereWhenRefused) {
  FitConfig config;
  config.draws = 7;
  EXPECT_THROW(set(config, "draws", "0"), Error);
  EXPECT_EQ(config.draws, 7);
}

TEST(Validate, RefusesWhatNoTextCouldHaveSet) {
  const auto invalid = [](auto change) {
    FitConfig config;
    change(config);
    return refusal([&] { validate(config); });
  };
  EXPECT_EQ(invalid([](FitConfig& c) { c.draws = 0; }),
            "draws must be a whole number between 1 and 10000000, but is '0'");
  EXPECT_EQ(invalid([](FitConfig& c) { c.concentration = std::nan(""); }),
            "concentration must be a finite number of at least 0, but is 'nan'");
  EXPECT_NE(invalid([](FitConfig& c) { c.simulations = 1; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.steps = 0; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.step_size = -1.0; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.starts = 1001; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.screening = 0; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.threads = -1; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.predictive_draws = -1; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.fixed["a"] = std::nan(""); }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.fixed["a,b"] = 1.0; }), "no error");
  EXPECT_NE(invalid([](FitConfig& c) { c.bounds["a"] = {1.0, 0.0}; }), "no error");
}

TEST(Validate, WantsTruncationOnlyBesideAPrior) {
  FitConfig config;
  config.truncation = 100;
  EXPECT_EQ(refusal([&] { validate(config); }),
            "truncation must go with a concentration above 0, but is 100 at concentration 0");
  config.concentration = 1.0;
  EXPECT_NO_THROW(validate(config));
}

TEST(Validate, KeepsFreshNoiseFromDeterministicOptimisers) {
  FitConfig config;
  config.noise = NoisePolicy::fresh;
  EXPECT_NO_THROW(validate(config));
  for (const OptimiserName fine : {OptimiserName::adam, OptimiserName::sgd}) {
    config.optimiser = fine;
    EXPECT_NO_THROW(validate(config));
  }
  config.optimiser = OptimiserName::bfgs;
  EXPECT_NE(refusal([&] {
              validate(config);
            }).find(optimisers_for_fresh_noise() + ", but goes with bfgs"),
            std::string::npos);
}

TEST(Validate, LimitsWhatIsKeptOfThePredictive) {
  FitConfig config;
  config.predictive_draws = 100'000;
  config.predictive_observations = 1000;
  EXPECT_NO_THROW(validate(config));
  config.predictive_observations = 1001;
  EXPECT_EQ(refusal([&] { validate(config); }),
            "predictive-draws times predictive-observations must be at most 100000000, but is "
            "100100000");
}

}  // namespace
}  // namespace surefoot
