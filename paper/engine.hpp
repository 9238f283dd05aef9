#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <surefoot/fit.hpp>

#include "paper/item.hpp"

namespace surefoot::paper {

/// What decides a run of `reproduce`.
struct Reproduction {
  std::vector<Item> items;
  Extent extent;
  std::string data;  // folder of published data; empty: simulated
  std::string out = "reproduce";
  std::uint64_t seed = 1;
  int threads = 0;
  std::optional<Part> part = {};  // of the fits; their items wait for the rest
};

/// What came of the run.
struct ReproductionEnd {
  bool interrupted = false;
  std::string text;  // the comparisons of all items, as Markdown
};

/// Makes every fit that the items need and that the folder does not have yet, and
/// writes the items' files and the page of all of them.  A fit that cannot be
/// made is said in the comparison and costs nothing else.  Progress is of the
/// whole run, in fits.
ReproductionEnd reproduce(const Reproduction& wanted, const Events& events, std::stop_token stop);

}  // namespace surefoot::paper
