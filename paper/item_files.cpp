#include "paper/item_files.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <surefoot/report/atomic_file.hpp>
#include <surefoot/version.hpp>

#include "paper/page.hpp"
#include "report/csv_text.hpp"
#include "report/page_text.hpp"

namespace surefoot::paper {
namespace {

constexpr auto numbers_file = "numbers.json", table_file = "numbers.csv",
               comparison_file = "comparison.md", picture_file = "picture.vg.json";

std::filesystem::path page_file(const std::string& item) { return item + ".html"; }

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Json json_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return Json::parse(file, nullptr, false);
}

std::string number_or_nothing(double value) {
  return std::isfinite(value) ? csv_number(value) : "";
}

std::string csv_of(const Outcome& outcome) {
  std::string text = "fit,role,at,quantity,value,error,runs\n";
  for (const Number& n : outcome.numbers)
    text += fmt::format("{},{},{},{},{},{},{}\n", csv_field(n.fit), n.role, csv_field(n.at),
                        csv_field(n.quantity), number_or_nothing(n.estimate.value),
                        number_or_nothing(n.estimate.error), n.runs);
  return text;
}

// JSON has no NaN: a number that is not known is null, which is what it writes.
Json json_of(const Item& item, const Outcome& outcome, const ItemState& state) {
  Json numbers = Json::array(), rows = Json::array();
  for (const Number& n : outcome.numbers)
    numbers.push_back({{"fit", n.fit},
                       {"role", n.role},
                       {"at", n.at},
                       {"quantity", n.quantity},
                       {"value", n.estimate.value},
                       {"error", n.estimate.error},
                       {"runs", n.runs}});
  for (const Comparison& c : outcome.comparison)
    rows.push_back({{"row", c.row},
                    {"at", c.at},
                    {"published", c.published},
                    {"paper", c.paper},
                    {"default", c.standard},
                    {"verdict", c.verdict}});
  return {{"item", item.name},
          {"place", item.place},
          {"title", item.title},
          {"source", item.source},
          {"made_from", state.made_from},
          {"complete", state.complete},
          {"version", version()},
          {"caption", outcome.caption},
          {"remarks", outcome.remarks},
          {"comparison", rows},
          {"numbers", numbers}};
}

std::string markdown_cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return text;
}

/// The comparison with its head, row by row; none if there is nothing to compare.
std::vector<std::vector<std::string>> table_of(const Json& item) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& row : item.at("comparison")) {
    if (rows.empty())
      rows.push_back({"row", "at", "published", "the paper's settings", "by default", "verdict"});
    rows.push_back({row.at("row"), row.at("at"), row.at("published"), row.at("paper"),
                    row.at("default"), row.at("verdict")});
  }
  return rows;
}

std::string markdown_of(const Json& item) {
  std::string text = fmt::format("## {}: {}\n\n", item.at("item").get<std::string>(),
                                 item.at("title").get<std::string>());
  const auto source = item.at("source").get<std::string>();
  if (!source.empty()) text += source + ".\n\n";
  const auto rows = table_of(item);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const std::string& cell : rows[r]) text += "| " + markdown_cell(cell) + ' ';
    text += "|\n";
    for (std::size_t c = 0; r == 0 && c < rows[r].size(); ++c)
      text += c + 1 < rows[r].size() ? "|---" : "|---|\n";
  }
  if (!rows.empty()) text += '\n';
  for (const Json& remark : item.at("remarks")) text += "- " + remark.get<std::string>() + '\n';
  if (!item.at("remarks").empty()) text += '\n';
  return text;
}

PageSection section_of(const Json& item, const Json& picture) {
  std::string html;
  if (!item.at("source").get<std::string>().empty())
    html += "<p>" + escaped(item.at("source").get<std::string>()) + ".</p>";
  auto rows = table_of(item);
  for (auto& row : rows)
    for (std::string& cell : row) cell = escaped(cell);
  if (!rows.empty()) html += html_table(rows);
  for (const Json& remark : item.at("remarks"))
    html += "<p>" + escaped(remark.get<std::string>()) + "</p>";
  const std::string name = item.at("item"), title = item.at("title");
  return {name, name + ": " + title, html, picture, item.at("caption")};
}

bool is_there(const std::filesystem::path& path) {
  std::error_code fault;
  return std::filesystem::exists(path, fault);
}

/// What a folder has, with its place on the page; nothing if that is not what we wrote.
std::optional<std::pair<int, PageSection>> stored_section(const std::filesystem::path& folder) {
  const Json numbers = json_of(folder / numbers_file), picture = json_of(folder / picture_file);
  if (!numbers.is_object() || !picture.is_object()) return std::nullopt;
  try {
    return std::pair(numbers.value("place", 0), section_of(numbers, picture));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

bool is_finished(const std::filesystem::path& folder, const Item& item,
                 const std::string& made_from) {
  for (const auto& name :
       {std::filesystem::path(table_file), std::filesystem::path(comparison_file),
        std::filesystem::path(picture_file), page_file(item.name)})
    if (!is_there(folder / name)) return false;
  const Json json = json_of(folder / numbers_file);
  const auto is = [&](const char* key, const Json& value) {
    return json.contains(key) && json.at(key) == value;
  };
  return is("complete", true) && is("made_from", made_from) && stored_section(folder);
}

std::string write_item(const std::filesystem::path& folder, const Item& item,
                       const Outcome& outcome, const ItemState& state) {
  const Json json = json_of(item, outcome, state);
  const std::string comparison = markdown_of(json);
  write_atomically(folder / table_file, csv_of(outcome));
  write_atomically(folder / comparison_file, comparison);
  write_atomically(folder / picture_file, outcome.picture.dump() + '\n');
  write_atomically(folder / page_file(item.name),
                   page(item.title, {section_of(json, outcome.picture)}));
  write_atomically(folder / numbers_file, json.dump(1) + '\n');
  return comparison;
}

std::string read_comparison(const std::filesystem::path& folder) {
  return content_of(folder / comparison_file);
}

void write_index(const std::filesystem::path& out) {
  std::vector<std::pair<int, PageSection>> items;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(out, unreadable)) {
    if (!is_there(entry.path() / numbers_file)) continue;
    if (auto section = stored_section(entry.path())) items.push_back(std::move(*section));
  }
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.name) < std::pair(b.first, b.second.name);
  });
  std::vector<PageSection> sections;
  for (auto& [place, section] : items) sections.push_back(std::move(section));
  write_atomically(out / "index.html", page("The paper's tables and figures", sections));
}

}  // namespace surefoot::paper
