#pragma once

#include <filesystem>
#include <string>

#include "paper/item.hpp"

namespace surefoot::paper {

/// What the files of an item were made from, and whether every fit could be made.
struct ItemState {
  std::string made_from;
  bool complete;
};

/// Whether the folder has all files of an item, complete and made from the same.
bool is_finished(const std::filesystem::path& folder, const Item& item,
                 const std::string& made_from);

/// Writes numbers.csv, comparison.md, picture.vg.json, ITEM.html and, last,
/// numbers.json, which says that the others are there.  Returns the comparison.
std::string write_item(const std::filesystem::path& folder, const Item& item,
                       const Outcome& outcome, const ItemState& state);

std::string read_comparison(const std::filesystem::path& folder);

/// One page about every item that the folder has.
void write_index(const std::filesystem::path& out);

}  // namespace surefoot::paper
