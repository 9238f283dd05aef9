#pragma once

#include <string>
#include <vector>

#include "paper/data_source.hpp"
#include "paper/item.hpp"
#include "paper/results.hpp"

namespace surefoot::paper {

/// One fit to be made: of what, how, and under which name it is kept.
struct Job {
  Place place;
  FitConfig config;
  int observations;
  std::string identity;
  std::string key;
  double seconds;  // CPU, as recorded; 0: not known
};

/// The fits of an item, and the data sets that there are no files for.
struct JobList {
  std::vector<Job> jobs;
  std::vector<std::string> missing;
};

JobList jobs_of(const Item& item, const DataSource& source, std::uint64_t seed);

}  // namespace surefoot::paper
