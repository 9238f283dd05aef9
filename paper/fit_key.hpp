#pragma once

#include <string>

#include "paper/item.hpp"

namespace surefoot::paper {

/// All that decides a fit, in words: the model, its data, every setting that can
/// change the draws, and the version of the library.  The number of threads is
/// not among them.
std::string fit_identity(const std::string& model, const std::string& data,
                         const FitConfig& config);

/// A file name for it: some words for people, and a hash of the rest.
std::string fit_key(const Case& c, int run, const FitConfig& config, const std::string& identity);

}  // namespace surefoot::paper
