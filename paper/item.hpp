#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/settings/config.hpp>

#include "paper/outcome.hpp"
#include "paper/section.hpp"

namespace surefoot::paper {

/// Where the observations of a column of a table (or a panel of a figure) come from.
struct Case {
  std::string label;
  std::string model;
  std::map<std::string, double> model_option;
  int observations = 0;
  std::string generator;           // empty: the model at its published truth
  std::string contaminate;         // empty: clean
  std::string file;                // in a folder of published data; {run} stands for the run
  std::vector<double> truth;       // natural scale
  std::vector<std::string> names;  // of the parameters
};

/// What a fit is to the comparison.
enum class Role { paper, standard, rival };
std::string to_word(Role role);

/// One way to fit each data set.
struct FitPlan {
  std::string label;
  Role role = Role::standard;
  FitConfig config;          // but for model options, seed and threads
  std::string published;     // label of the row that it is compared with; empty: none
  std::vector<bool> serves;  // which cases
  int seeds = 1;             // more: other seeds of the fit, the same for all runs
  int runs = 0;              // at most; 0: as many as the item
  double seconds = 0.0;      // CPU, for one data set, as recorded; 0: not known
  std::string where;         // FILE:LINE, for complaints
};

/// A published row.  In a table, `value` and `sd` are one list with one number a
/// case; along a curve there is one such list for each number of `at`; of marginals
/// there is one list a case, with one posterior mean (and sd) a parameter.
struct Published {
  std::string label;
  std::string source;
  std::string artefact;  // why the row is not what it says, if so
  std::string caution;
  int runs = 0;  // behind each value; 0: not known
  std::vector<double> at;
  std::vector<std::vector<double>> value, sd;

  /// With its standard error over runs, where that is known.
  Estimate estimate(double point, std::size_t which_case) const;
};

/// One value of what an item varies beside its cases: a setting, or the number of observations.
struct Point {
  double at = 0.0;
  std::string label;
  std::string setting;  // empty: none
  std::string text;
  int observations = 0;  // 0: those of the case
};

/// The settings of a fit of a case at a point, but for seed and threads.
FitConfig config_of(const FitPlan& plan, const Case& c, const Point& point);

class Results;

/// A table or figure of the paper, as its file describes it.
struct Item {
  std::string name;
  int place = 0;  // in the list of items
  std::string title;
  std::string about;  // one line
  std::string source;
  std::string kind;
  int runs = 1;
  std::vector<std::string> remarks;
  std::vector<Case> cases;
  std::vector<FitPlan> fits;
  std::vector<Published> published;
  std::vector<Point> points{Point{}};
  std::vector<std::string> left_out;  // what is not fitted, and why
  std::function<Outcome(const Item&, const Results&)> conclude;
  std::uint64_t fingerprint = 0;  // of the file

  const Published* row(const std::string& label) const;
};

/// How much of an item is wanted.
struct Extent {
  bool smoke = false;
  bool full = false;
  bool rivals = true;
  int runs = 0;  // 0: the item's own
};

/// Reads the file of an item.  Throws Fault::usage, with file and line, for
/// anything that cannot be an item.
Item read_item(const std::string& name, const std::string& file, std::string_view content,
               const Extent& extent);

}  // namespace surefoot::paper
