// Draws are a contract.  Small fits over all that users can choose are compared, bit for bit, with
// those in draws-<instruction set>.txt; `scripts/golden-draws` writes the files anew when a change
// of draws is wanted.
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gnu/libc-version.h>
#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "golden/golden_cases.hpp"
#include "golden/golden_models.hpp"
#include "hash.hpp"
#include "objects/objects.hpp"

namespace surefoot {
namespace {

/// What else decides the last bits: the compiler and the C library's functions.
std::string tools() {
  return fmt::format("# g++ {}, glibc {}", __VERSION__, gnu_get_libc_version());
}

std::string file_name() {
  return fmt::format("{}/draws-{}.txt", SUREFOOT_GOLDEN_DIRECTORY, instruction_set());
}

/// Observations of the model at its truth, the last tenth of them far out.
Sample dirty_data(const GoldenModel& golden, int observations) {
  const Sample clean = golden.model.simulate(golden.truth, observations, 1);
  std::vector<double> values(clean.values().begin(), clean.values().end());
  for (std::size_t i = values.size() - values.size() / 10; i < values.size(); ++i)
    values[i] += 20.0;
  return Sample(values, clean.dimension());
}

Fit fit_case(const GoldenCase& golden) {
  const FitConfig config = settings(golden.settings);
  if (golden.model == "objects")
    return fit(normal_objects(), normal_numbers(golden.observations), config);
  const GoldenModel model = golden_model(golden.model, golden.dimension, config);
  return fit(model.model, dirty_data(model, golden.observations), config);
}

std::string row_text(const Draws& draws, std::size_t r) {
  const DrawInfo& info = draws.info[r];
  return fmt::format("{}: {} | {} {} {} {} {} {} {} {}{}{} {}", draws.index[r],
                     fmt::join(draws.row(r), " "), info.objective, info.mmd2, info.gradient_norm,
                     info.mass, info.remaining_move, info.evaluations, info.simulator_calls,
                     info.mode, info.resolved ? " again" : "", info.improved ? " better" : "",
                     to_word(info.status));
}

/// What search and draws cost, without what is looked at before and after them.
std::int64_t calls_for_draws(const Fit& fit) {
  std::int64_t calls = fit.simulator_calls - fit.undetermined.simulator_calls - fit.forecast_calls;
  for (const TriedNeighbours& tried : fit.neighbours) calls -= tried.simulator_calls;
  return calls;
}

/// Everything about a fit that draws and reports are made of, in lines.
std::string text_of(const Fit& fit) {
  constexpr std::size_t shown = 8;  // draws; of more than these only the hash
  std::vector<double> history;
  for (const SmcStep& step : fit.history) history.push_back(step.threshold);
  std::string text =
      fmt::format("  {} {} calls {} lengthscales {} share {} acceptance {} weight {}\n",
                  fit.evaluator, fit.settings.optimiser ? to_word(*fit.settings.optimiser) : "",
                  calls_for_draws(fit), fmt::join(fit.lengthscales, " "), fit.simulation_share,
                  fit.acceptance, fit.settings.score_weight.value_or(0.0));
  text += fmt::format("  modes {} at {} blind {} thresholds {} predictive {}\n",
                      fmt::join(fit.mode_objectives, " "), fmt::join(fit.modes, " "),
                      fmt::join(fit.blind, " "), fmt::join(history, " "),
                      fmt::join(fit.predictive.values, " "));
  std::string all;
  for (std::size_t r = 0; r < fit.draws.rows(); ++r) {
    const std::string row = row_text(fit.draws, r);
    if (r < shown) text += "  " + row + '\n';
    all += row + '\n';
  }
  if (fit.draws.rows() > shown)
    text += fmt::format("  all {} draws {:016x}\n", fit.draws.rows(), hash_of(all));
  return text;
}

std::string outcome_of(const GoldenCase& golden) {
  try {
    return text_of(fit_case(golden));
  } catch (const Error& error) {
    if (error.fault() == Fault::internal) throw;
    return "  refused\n";
  }
}

/// The cases of a file by their names, and its first line.
struct GoldenFile {
  std::string first;
  std::map<std::string, std::string> outcomes;
};

std::optional<GoldenFile> read_file() {
  std::ifstream in(file_name());
  GoldenFile file;
  if (!std::getline(in, file.first)) return std::nullopt;
  std::string* outcome = nullptr;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("  "))
      *outcome += line + '\n';
    else
      outcome = &file.outcomes[line];
  return file;
}

void write_file() {
  std::ofstream out(file_name());
  out << tools() << '\n';
  for (const GoldenCase& golden : golden_cases())
    out << golden.name() << "\n" << outcome_of(golden) << std::flush;
  ASSERT_TRUE(out.flush());
}

/// Whether this processor has the instruction set that SUREFOOT_ISA asks for.
bool can_draw() {
  try {
    return !instruction_set().empty();
  } catch (const Error&) {
    return false;
  }
}

TEST(GoldenDraws, AreThoseOfTheFile) {
  if (!can_draw()) GTEST_SKIP() << "this processor lacks the instruction set";
  if (std::getenv("SUREFOOT_GOLDEN_WRITE")) return write_file();
  const auto file = read_file();
  if (!file) GTEST_SKIP() << "there are no golden draws for " << instruction_set();
  if (file->first != tools())
    GTEST_SKIP() << "the golden draws are those of other tools: " << file->first << ", not "
                 << tools();
  constexpr int enough = 5;  // that differ, to see what has happened
  int different = 0;
  const auto cases = golden_cases();
  EXPECT_EQ(cases.size(), file->outcomes.size()) << "cases have come or gone";
  const char* every = std::getenv("SUREFOOT_GOLDEN_EVERY");  // of so many cases one is drawn
  const std::size_t stride = every ? std::stoul(every) : 1;
  for (std::size_t i = 0; i < cases.size(); i += stride) {
    const GoldenCase& golden = cases[i];
    const auto wanted = file->outcomes.find(golden.name());
    ASSERT_NE(wanted, file->outcomes.end()) << golden.name() << " is not in " << file_name();
    const std::string found = outcome_of(golden);
    EXPECT_EQ(found, wanted->second) << golden.name();
    different += found != wanted->second;
    ASSERT_LT(different, enough) << "and perhaps more";
  }
}

// A net with holes: cases that are all refused would pass the test above as well.
TEST(GoldenDraws, CoverEveryWordThatUsersCanChoose) {
  if (!can_draw()) GTEST_SKIP() << "this processor lacks the instruction set";
  const auto file = read_file();
  if (!file) GTEST_SKIP() << "there are no golden draws for " << instruction_set();
  std::string accepted;
  for (const auto& [name, outcome] : file->outcomes)
    if (outcome != "  refused\n") accepted += name + '\n' + outcome;
  const auto expect_words = [&](const std::string& setting, const auto& list) {
    for (const auto& entry : list)
      EXPECT_NE(accepted.find(fmt::format("{}={}", setting, entry.first)), std::string::npos)
          << setting << ' ' << entry.first;
  };
  for (const std::string& model : model_names())
    EXPECT_NE(accepted.find('\n' + model + ' '), std::string::npos) << model;
  for (const std::string& family : kernel_families())
    EXPECT_NE(accepted.find("kernel=" + family), std::string::npos) << family;
  expect_words("mass", Words<Mass>::list);
  expect_words("evaluator", Words<Evaluator>::list);
  expect_words("optimiser", Words<OptimiserName>::list);
  expect_words("transport", Words<Transport>::list);
  expect_words("noise", Words<NoisePolicy>::list);
  for (const char* method : {"npl-wll", "npl-wasserstein", "wabc", "mmd-abc", "mmd-bayes", "bayes"})
    EXPECT_NE(accepted.find(fmt::format("method={}", method)), std::string::npos) << method;
  for (const char* design : {"closed-form", "quadrature", "sobol", "iid"})
    EXPECT_NE(accepted.find(fmt::format("design={}", design)), std::string::npos) << design;
}

}  // namespace
}  // namespace surefoot
