#include "journal/resumed_embedding.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {
namespace {

/// What an emulated run could spend; nothing of others.
std::optional<Budget> budget_of(const RunIdentity& earlier) {
  const std::string *way = find(earlier, "embedding"), *budget = find(earlier, "budget");
  if (!way || !budget || *way != to_word(EmbeddingWay::emulated)) return std::nullopt;
  FitConfig there;
  set(there, "budget", *budget);
  return there.budget;
}

}  // namespace

const std::string* find(const RunIdentity& identity, const char* name) {
  for (const auto& [one, value] : identity)
    if (one == name) return &value;
  return nullptr;
}

void take_embedding(const RunIdentity& earlier, FitConfig& config) {
  const std::string* way = find(earlier, "embedding");
  const auto budget = budget_of(earlier);
  if (way && config.embedding == EmbeddingWay::automatic && !config.budget) {
    FitConfig there;
    set(there, "embedding", *way);
    config.embedding = otherwise(there.embedding.value());
  }
  if (!budget || config.embedding == EmbeddingWay::direct) return;
  if (!config.budget || config.budget->is_time) config.budget = budget;
  const std::string* kept = find(earlier, "keep-simulations");
  std::error_code unknown;
  if (!config.keep_simulations && kept && std::filesystem::is_regular_file(*kept, unknown))
    config.keep_simulations = *kept;
}

bool has_larger_budget(const FitConfig& config, const RunIdentity& earlier,
                       const std::string& where) {
  const auto there = budget_of(earlier);
  if (!there || !config.budget || config.budget->is_time) return false;
  if (config.budget->amount < there->amount)
    throw Error(Fault::usage,
                fmt::format("{}: it was learnt with a budget of {:.0f}, which a run that goes on "
                            "from it must have too, or a larger one, but has {:.0f}",
                            where, there->amount, config.budget->amount));
  return config.budget->amount > there->amount;
}

}  // namespace surefoot
