#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paper/item.hpp"

namespace surefoot::paper {

/// A file of an item, as it was when the program was built.
struct BuiltInItem {
  std::string_view name;
  std::string_view content;
};

/// All of them, by name.
std::vector<BuiltInItem> built_in_items();

/// The items in the order of the paper.
std::vector<Item> all_items(const Extent& extent);

/// Those of the names, in that order; `all` stands for all of them.  Throws
/// Fault::usage for an unknown name, with the nearest.
std::vector<Item> find_items(const std::vector<std::string>& names, const Extent& extent);

/// The item of a file of one's own; its name is that of the file.
Item read_item_file(const std::string& path, const Extent& extent);

}  // namespace surefoot::paper
