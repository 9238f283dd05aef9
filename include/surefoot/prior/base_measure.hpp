#pragma once

#include <memory>
#include <string>
#include <vector>

#include <surefoot/data/sample.hpp>
#include <surefoot/model.hpp>
#include <surefoot/random/noise.hpp>

namespace surefoot {

/// Where pseudo-observations come from: the F of the prior DP(c, F).
class BaseMeasure {
 public:
  virtual ~BaseMeasure() = default;

  /// `count` pseudo-observations, row by row; number k is a function of the
  /// coordinates and k alone.
  virtual std::vector<double> draw(const Coordinates& at, int count) const = 0;
};

/// Reads a base measure:
///
///     normal:auto               the mean and sd of each column of the observations
///     normal:MEAN:SD            the same for all columns
///     uniform:LO:HI             a box
///     file:PATH                 rows of a file, with replacement
///     simulator:NAME=VALUE,...  the model at these parameters
///     prior-box                 the model at parameters uniform on its box
///
/// Throws Fault::usage for anything else, and Fault::data if the file or the
/// observations cannot serve.
std::shared_ptr<const BaseMeasure> make_base_measure(const std::string& text, const Model& model,
                                                     const Sample& observations);

}  // namespace surefoot
