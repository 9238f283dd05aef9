#pragma once

#include <string>

#include <surefoot/data/read.hpp>

namespace surefoot::cli {

/// Whether a word that stands where a model should is a file that could hold data.
bool is_data_file(const std::string& word);

/// The built-in models, one to a line, and what else a model can be.  Those come first whose
/// observations have as many columns as the data; no data: in the order of `surefoot models`.
std::string model_choice(const std::string& data, const ReadOptions& read);

/// The first of them.
std::string nearest_model(const std::string& data, const ReadOptions& read);

}  // namespace surefoot::cli
