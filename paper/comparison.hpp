#pragma once

#include <functional>
#include <vector>

#include "paper/item.hpp"

namespace surefoot::paper {

/// The place of a number in an item's tables: which fit, case and point.
struct Cell {
  std::size_t fit, which_case, point;
};

/// "eps = 0.1", or "eps = 0.1, 500" where the item has several points.
std::string at(const Item& item, std::size_t which_case, std::size_t point);

/// A number of ours in its column, beside which nothing was published.
Comparison row_of_ours(const FitPlan& plan, const std::string& at, const std::string& ours);

/// How our numbers are found, and how one is judged beside a published one.
struct Judge {
  std::function<Estimate(const Cell&)> ours;
  std::function<std::string(const Estimate& published, const Estimate& ours)> verdict;
};

/// Every published number beside ours; fits that nothing was published of follow
/// their like.  Fits with several seeds are left to the caller.
std::vector<Comparison> compare(const Item& item, const Judge& judge);

}  // namespace surefoot::paper
