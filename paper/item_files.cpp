#include "paper/item_files.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

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
  for (const Json& row : item["comparison"]) {
    if (rows.empty())
      rows.push_back({"row", "at", "published", "the paper's settings", "by default", "verdict"});
    rows.push_back(
        {row["row"], row["at"], row["published"], row["paper"], row["default"], row["verdict"]});
  }
  return rows;
}

std::string markdown_of(const Json& item) {
  std::string text = fmt::format("## {}: {}\n\n", item["item"].get<std::string>(),
                                 item["title"].get<std::string>());
  const auto source = item["source"].get<std::string>();
  if (!source.empty()) text += source + ".\n\n";
  const auto rows = table_of(item);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const std::string& cell : rows[r]) text += "| " + markdown_cell(cell) + ' ';
    text += "|\n";
    for (std::size_t c = 0; r == 0 && c < rows[r].size(); ++c)
      text += c + 1 < rows[r].size() ? "|---" : "|---|\n";
  }
  if (!rows.empty()) text += '\n';
  for (const Json& remark : item["remarks"]) text += "- " + remark.get<std::string>() + '\n';
  if (!item["remarks"].empty()) text += '\n';
  return text;
}

PageSection section_of(const Json& item, const Json& picture) {
  std::string html;
  if (!item["source"].get<std::string>().empty())
    html += "<p>" + escaped(item["source"].get<std::string>()) + ".</p>";
  auto rows = table_of(item);
  for (auto& row : rows)
    for (std::string& cell : row) cell = escaped(cell);
  if (!rows.empty()) html += html_table(rows);
  for (const Json& remark : item["remarks"])
    html += "<p>" + escaped(remark.get<std::string>()) + "</p>";
  const std::string name = item["item"], title = item["title"];
  return {name, name + ": " + title, html, picture, item["caption"]};
}

}  // namespace

bool is_finished(const std::filesystem::path& folder, const Item& item,
                 const std::string& made_from) {
  for (const auto& name :
       {std::filesystem::path(table_file), std::filesystem::path(comparison_file),
        std::filesystem::path(picture_file), page_file(item.name)})
    if (!std::filesystem::exists(folder / name)) return false;
  const Json json = json_of(folder / numbers_file);
  return json.is_object() && json.value("complete", false) &&
         json.value("made_from", "") == made_from;
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
  std::vector<std::pair<Json, Json>> items;
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    if (!std::filesystem::exists(entry.path() / numbers_file)) continue;
    Json numbers = json_of(entry.path() / numbers_file);
    Json picture = json_of(entry.path() / picture_file);
    if (numbers.is_object() && picture.is_object())
      items.emplace_back(std::move(numbers), std::move(picture));
  }
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first.value("place", 0), a.first.value("item", "")) <
           std::pair(b.first.value("place", 0), b.first.value("item", ""));
  });
  std::vector<PageSection> sections;
  for (const auto& [item, picture] : items) sections.push_back(section_of(item, picture));
  write_atomically(out / "index.html", page("The paper's tables and figures", sections));
}

}  // namespace surefoot::paper
