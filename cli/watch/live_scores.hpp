#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <surefoot/data/sample.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot::cli {

/// Scores of observations as a page shows them: those of the lowest and, where there are many, some
/// of the others.
struct LiveScores {
  struct Row {
    std::size_t observation;  // counted from 1, as reports do
    double inlier;
    std::vector<double> values;  // of the first columns
  };

  std::vector<std::string> columns;  // what the first are called
  std::vector<Row> rows;             // the lowest first
  int dimension = 0;                 // how many columns there are
  std::size_t observations = 0;
  std::size_t below_half = 0;
};

LiveScores scores_to_show(const Sample& observations, std::span<const double> inlier);

/// Why a fit with these settings scores no observations before its draws; empty if it does, as far
/// as its settings tell.
std::string why_no_scores(const FitConfig& settings);

}  // namespace surefoot::cli
