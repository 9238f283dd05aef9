#include "paper/catalogue.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot::paper {
namespace {

Item read_built_in(const BuiltInItem& item, const Extent& extent) {
  return read_item(std::string(item.name), fmt::format("{}.toml", item.name), item.content, extent);
}

}  // namespace

std::vector<Item> all_items(const Extent& extent) {
  std::vector<Item> items;
  for (const BuiltInItem& item : built_in_items()) items.push_back(read_built_in(item, extent));
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.place < b.place; });
  return items;
}

std::vector<Item> find_items(const std::vector<std::string>& names, const Extent& extent) {
  if (std::find(names.begin(), names.end(), "all") != names.end()) return all_items(extent);
  const auto built_in = built_in_items();
  std::vector<std::string> known{"all"};
  for (const BuiltInItem& item : built_in) known.emplace_back(item.name);
  std::vector<Item> items;
  for (const std::string& name : names) {
    const auto at = std::find_if(built_in.begin(), built_in.end(),
                                 [&](const BuiltInItem& item) { return item.name == name; });
    if (at == built_in.end())
      throw Error(Fault::usage, fmt::format("there is no item {}{}", surefoot::in_quotes(name),
                                            did_you_mean(nearest(name, known),
                                                         ": surefoot reproduce lists them")));
    const bool twice = std::any_of(items.begin(), items.end(),
                                   [&](const Item& item) { return item.name == name; });
    if (!twice) items.push_back(read_built_in(*at, extent));
  }
  return items;
}

Item read_item_file(const std::string& path, const Extent& extent) {
  std::error_code fault;
  if (std::filesystem::is_directory(path, fault))
    throw Error(Fault::usage, fmt::format("{}: is a directory, not a file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(Fault::usage, fmt::format("{}: cannot be read", path));
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const std::string name = std::filesystem::path(path).stem().string();
  // The name is that of a folder of ours, beside that of the fits.
  if (name == "fits" || name.empty() || name.starts_with('.'))
    throw Error(Fault::usage,
                fmt::format("{}: an item has the name of its file, which must not be fits or begin "
                            "with a dot; give the file another name",
                            path));
  return read_item(name, path, content, extent);
}

}  // namespace surefoot::paper
