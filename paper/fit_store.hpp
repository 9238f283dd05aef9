#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "paper/results.hpp"

namespace surefoot::paper {

/// Finished fits as files of a folder, each with a note beside it that says in
/// words what it is a fit of.
class FitStore {
 public:
  explicit FitStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool has(const std::string& key) const {
    std::error_code fault;
    return std::filesystem::exists(fit_path(key), fault);
  }

  /// None if there is no such fit, or what is there is damaged.
  std::optional<StoredFit> read(const std::string& key) const;

  /// A fit that is being made: its draws are kept as they come, beside the place for the fit, and
  /// taken up again.
  StoredFit make(const std::string& key, const Model& model, const Sample& observations,
                 const FitConfig& config, const Events& events, const std::stop_token& stop) const;

  void write(const std::string& key, const StoredFit& stored, const std::string& identity) const;

 private:
  std::filesystem::path fit_path(const std::string& key) const { return folder_ / (key + ".nc"); }
  std::filesystem::path note_path(const std::string& key) const {
    return folder_ / (key + ".json");
  }

  std::filesystem::path folder_;
};

}  // namespace surefoot::paper
