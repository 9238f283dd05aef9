#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <surefoot/model.hpp>

namespace surefoot {

/// Where starts are looked for.
struct SearchBox {
  std::vector<Interval> box;      // finite, natural scale
  std::vector<double> eta_scale;  // a tenth of that, on the optimiser's scale
};

/// The parameters' box, or the model's guess from the data where that is infinite or much wider;
/// `reach` to both sides where the observations are tied.  Throws Fault::usage for a box that is
/// infinite for all that is known.
SearchBox make_search_box(const Model& model, const ParameterSpace& space,
                          const Sample& observations, const std::map<std::string, double>& start,
                          double reach);

/// Points of a search box, natural scale, spread by a shifted Sobol sequence; parameters that are
/// optimised in logarithms are spread in logarithms.
std::vector<std::vector<double>> spread_points(const ParameterSpace& space,
                                               const std::vector<Interval>& box, int count,
                                               std::uint64_t seed);

/// The settings' `start`, with the middle of the search box for what it leaves out; optimiser's
/// scale.
std::vector<double> start_in(const ParameterSpace& space, const std::vector<Interval>& box,
                             const std::map<std::string, double>& start);

}  // namespace surefoot
