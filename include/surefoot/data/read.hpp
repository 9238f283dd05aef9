#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <surefoot/data/sample.hpp>

namespace surefoot {

/// What to take from a file of observations.
struct ReadOptions {
  /// Names or numbers from 1, in the order wanted; empty takes all.
  std::vector<std::string> columns = {};

  /// Leaves out rows with missing or non-finite values, instead of refusing them.
  bool drop_nonfinite = false;

  /// How many columns the model wants; 0 takes any number.
  int dimension = 0;
};

/// The observations of a file, and what a front end may want to tell of them.
struct ReadResult {
  Sample observations;
  std::size_t dropped = 0;         ///< rows left out because of drop_nonfinite
  bool one_long_row = false;       ///< each value of a single row became an observation
  std::vector<std::string> names;  ///< of the columns taken; empty without a header
};

/// Reads observations, one a row, from a file or ("-") standard input.
///
/// Text has columns separated by tabs, semicolons, commas or white space, as its
/// first line of numbers shows; quotes around cells, blank lines and lines that
/// start with `#` are tolerated.  A first line with a cell that is no number is a
/// header, unless its other cells could only be data: a slip in the first
/// observation must not lose it.  NumPy's .npy, known by its first bytes, may hold
/// integers or floats in one or two dimensions.
///
/// A single row without a header is read as one observation per value when the
/// model is one-dimensional and no columns are chosen.  Columns that are not
/// chosen may hold anything.
///
/// Holds the whole file in memory while it reads.  Throws Fault::data, with the
/// place and what was found there, for anything that is not a rectangle of finite
/// numbers.
ReadResult read_sample(const std::string& path, const ReadOptions& options = {});

}  // namespace surefoot
