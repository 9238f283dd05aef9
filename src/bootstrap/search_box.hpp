#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <surefoot/bootstrap/search_space.hpp>
#include <surefoot/model.hpp>

namespace surefoot {

/// The search box is the parameters' box, or the model's guess from the data where that is infinite
/// or much wider; `reach` to both sides where the observations are tied.  Throws Fault::usage for a
/// box that is infinite for all that is known.
SearchSpace make_search_space(const Model& model, const ParameterSpace& parameters,
                              const Sample& observations,
                              const std::map<std::string, double>& start, double reach);

/// Points of a search box, natural scale, spread by a shifted Sobol sequence; parameters that are
/// optimised in logarithms are spread in logarithms.
std::vector<std::vector<double>> spread_points(const SearchSpace& space, int count,
                                               std::uint64_t seed);

/// The settings' `start`, with the middle of the search box for what it leaves out; optimiser's
/// scale.
std::vector<double> start_in(const SearchSpace& space, const std::map<std::string, double>& start);

}  // namespace surefoot
