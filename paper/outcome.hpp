#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "paper/statistics.hpp"

namespace surefoot::paper {

using Json = nlohmann::ordered_json;

/// One number of an item, as a row of its table of numbers.
struct Number {
  std::string fit;
  std::string role;
  std::string at;  // the case, and the point if there are several
  std::string quantity;
  Estimate estimate;
  std::size_t runs = 1;  // behind it
};

/// A published number beside ours.
struct Comparison {
  std::string row;
  std::string at;
  std::string published;
  std::string paper;     // ours with the paper's settings
  std::string standard;  // ours by default
  std::string verdict;
};

/// What an item comes to.
struct Outcome {
  std::vector<Number> numbers;
  std::vector<Comparison> comparison;
  std::vector<std::string> remarks;
  Json picture;
  std::string caption;
};

}  // namespace surefoot::paper
