#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paper/item.hpp"
#include "report/page_shell.hpp"

// Vega specifications.  A picture is a grid of panels, each a group with its own
// data and axes; densities, contours and histograms are Vega's own transforms.
namespace surefoot::paper {

struct AxisSpec {
  std::string title;
  std::pair<double, double> range;
  bool log = false;
};

/// An empty panel with its scales `x` and `y`.
struct PanelSize {
  int width = 220, height = 160;
};
Json panel(const std::string& title, const AxisSpec& x, const AxisSpec& y, PanelSize size = {});

/// The picture; `labels` are the domain of the scale `colour`, and its legend.
Json grid(const std::vector<Json>& panels, int columns, const std::vector<std::string>& labels);

/// Values that belong to a label of the picture.
struct Series {
  std::string label;
  std::vector<double> x, y;  // y is empty for values of one variable
};

/// Densities of each series; a dotted line marks the truth unless that is NaN.
Json density_panel(const std::string& title, const std::string& variable,
                   const std::vector<Series>& series, std::pair<double, double> range,
                   double truth);

/// Contours of each series' joint density, and a cross at the truth.
struct TwoVariables {
  std::string x, y;
  std::pair<double, double> x_range, y_range;
  double x_truth, y_truth;
};
Json contour_panel(const TwoVariables& variables, const std::vector<Series>& series);

/// Histograms of each series over one another.
Json histogram_panel(const std::string& title, const std::string& variable,
                     const std::vector<Series>& series, std::pair<double, double> range);

/// Thin density lines, one a series, and the density of `reference` dotted over
/// them.  `shade` in [0, 1] goes from light to dark.
struct Shaded {
  std::vector<double> values;
  double shade;
};
Json shaded_densities_panel(const std::string& title, const std::string& variable,
                            const std::vector<Shaded>& series, const std::vector<double>& reference,
                            std::pair<double, double> range);

/// Lines with error bars and, for published ones, dashes.
struct Line {
  std::string label;
  std::vector<double> x, y, error;
  bool dashed = false;
};
Json line_panel(const std::string& title, AxisSpec x, AxisSpec y, const std::vector<Line>& lines,
                PanelSize size = {});

/// One quantity of every fit and case as dots with error bars, published ones hollow.
Json dot_picture(const Item& item, const std::vector<Number>& numbers, const std::string& quantity);

/// The interval that holds most of the values: from one quantile to the other, and some air.
std::pair<double, double> range_of(const std::vector<double>& values);

}  // namespace surefoot::paper
