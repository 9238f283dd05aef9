#pragma once

#include <span>
#include <string>
#include <vector>

#include <surefoot/report/html.hpp>
#include <surefoot/report/summary.hpp>

#include "report/page_text.hpp"

namespace surefoot {

/// One fit as a page shows it: every number of the summary, and as many rows as
/// a picture needs.
struct ShownFit {
  std::string label;  // no two of a page are the same
  const Fit* fit;
  Summary summary;
  std::size_t usable;                     // draws
  std::vector<std::size_t> rows;          // of the draws, usable ones only
  std::vector<std::size_t> observations;  // rows of the sample
  std::vector<std::size_t> simulated;     // places in Predictive::index
  std::size_t simulated_observations;     // of each of them
};

/// The fits of a page, and the parameters that all of them have.
struct Page {
  std::vector<ShownFit> fits;
  std::vector<std::string> parameters;

  bool compares() const { return fits.size() > 1; }
};

/// How many columns of the observations a page shows.
int shown_columns(const Fit& fit);

/// Throws as `to_html` does.
Page make_page(std::span<const Fit> fits, const HtmlOptions& options);

/// `count` of the numbers below `total`, evenly spread; all of them if there are no more.
std::vector<std::size_t> spread(std::size_t total, std::size_t count);

/// What the page's script makes its tables from: draws, observed, predictive and history, each as
/// columns.  Parameter k is p<k>, column c of the observations x<c>, both from 1, so that no name
/// of a user's can be mistaken for a path or an expression.
Json data_of(const ShownFit& shown, const Page& page);

/// One parameter's values in the shown draws.
std::vector<double> values_of(const ShownFit& shown, const std::string& parameter);

/// One column of the observations, or of the simulated data that are shown.
std::vector<double> observed_column(const ShownFit& shown, int column);

/// A range for an axis.
struct Range {
  double lower;
  double upper;

  bool contains(double value) const { return lower <= value && value <= upper; }
  bool is_point() const { return !(lower < upper); }
};

/// Where the values are, save those that are `reach` interquartile ranges beyond the quartiles: a
/// few far outliers would otherwise press everything else into one line.
Range robust_range(std::vector<double> values, double reach);

Range joined(const Range& a, const Range& b);

/// The range with some air on both sides, as a share of its length.
Range widened(const Range& range, double share);

}  // namespace surefoot
