#include "model_choice.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include <surefoot/simulators/registry.hpp>

#include "report/table.hpp"

namespace surefoot::cli {
namespace {

struct Choice {
  std::string name;
  int columns;  // 0: any number

  /// 0: made for such data; 1: takes them; 2: does not.
  int distance(int found) const { return columns == found ? 0 : columns == 0 ? 1 : 2; }
};

int columns_of(const std::string& data, const ReadOptions& read) {
  return data.empty() ? 0 : read_sample(data, read).observations.dimension();
}

std::vector<Choice> choices(int found) {
  std::vector<Choice> list;
  for (const std::string& name : model_names()) list.push_back({name, required_columns(name, {})});
  if (found > 0)
    std::stable_sort(list.begin(), list.end(), [&](const Choice& a, const Choice& b) {
      return a.distance(found) < b.distance(found);
    });
  return list;
}

std::string takes(int columns) {
  if (columns == 0) return "any columns";
  return columns == 1 ? "1 column" : fmt::format("{} columns", columns);
}

}  // namespace

bool is_data_file(const std::string& word) {
  std::error_code unknown;
  return !word.empty() && !is_header(word) && !is_program(word) &&
         std::filesystem::is_regular_file(word, unknown);
}

std::string model_choice(const std::string& data, const ReadOptions& read) {
  const int found = columns_of(data, read);
  std::string text =
      found == 0 ? "" : fmt::format("{} has {}.  Models, the nearest first:\n", data, takes(found));
  std::vector<std::vector<std::string>> rows;
  for (const Choice& choice : choices(found))
    rows.push_back({choice.name, takes(choice.columns), built_in_model(choice.name).description});
  return text + aligned(rows, 3) +
         "A header of your own (surefoot new my_model.hpp) or a program (exec:COMMAND) is a model, "
         "too.\n";
}

std::string nearest_model(const std::string& data, const ReadOptions& read) {
  return choices(columns_of(data, read)).front().name;
}

}  // namespace surefoot::cli
