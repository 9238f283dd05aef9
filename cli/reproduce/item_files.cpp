#include "reproduce/item_files.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include <surefoot/report/atomic_file.hpp>
#include <surefoot/version.hpp>

#include "reproduce/page.hpp"

namespace surefoot::cli {
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

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }
std::string number_or_nothing(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string csv_of(const Outcome& outcome) {
  std::string text = "fit,role,at,quantity,value,error,runs\n";
  for (const Number& n : outcome.numbers)
    text += fmt::format("{},{},{},{},{},{},{}\n", csv_cell(n.fit), n.role, csv_cell(n.at),
                        csv_cell(n.quantity), number_or_nothing(n.estimate.value),
                        number_or_nothing(n.estimate.error), n.runs);
  return text;
}

Json json_of(const Item& item, const Outcome& outcome, const ItemState& state) {
  Json numbers = Json::array(), rows = Json::array();
  for (const Number& n : outcome.numbers)
    numbers.push_back({{"fit", n.fit},
                       {"role", n.role},
                       {"at", n.at},
                       {"quantity", n.quantity},
                       {"value", number_or_null(n.estimate.value)},
                       {"error", number_or_null(n.estimate.error)},
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

const std::vector<std::string>& head() {
  static const std::vector<std::string> names{
      "row", "at", "published", "the paper's settings", "by default", "verdict"};
  return names;
}

std::vector<std::string> cells(const Json& row) {
  return {row["row"], row["at"], row["published"], row["paper"], row["default"], row["verdict"]};
}

std::string markdown_of(const Json& item) {
  std::string text = fmt::format("## {}: {}\n\n", item["item"].get<std::string>(),
                                 item["title"].get<std::string>());
  const auto source = item["source"].get<std::string>();
  if (!source.empty()) text += source + ".\n\n";
  if (!item["comparison"].empty()) {
    for (const std::string& name : head()) text += "| " + name + ' ';
    text += "|\n";
    for (std::size_t i = 0; i < head().size(); ++i) text += "|---";
    text += "|\n";
    for (const Json& row : item["comparison"]) {
      for (const std::string& cell : cells(row)) text += "| " + markdown_cell(cell) + ' ';
      text += "|\n";
    }
    text += '\n';
  }
  for (const Json& remark : item["remarks"]) text += "- " + remark.get<std::string>() + '\n';
  if (!item["remarks"].empty()) text += '\n';
  return text;
}

PageSection section_of(const Json& item, const Json& picture) {
  std::string html;
  if (!item["source"].get<std::string>().empty())
    html += "<p>" + html_text(item["source"]) + ".</p>";
  if (!item["comparison"].empty()) {
    html += "<div class=\"scroll\"><table><thead><tr>";
    for (const std::string& name : head()) html += "<th>" + html_text(name) + "</th>";
    html += "</tr></thead><tbody>";
    for (const Json& row : item["comparison"]) {
      html += "<tr>";
      for (const std::string& cell : cells(row)) html += "<td>" + html_text(cell) + "</td>";
      html += "</tr>";
    }
    html += "</tbody></table></div>";
  }
  for (const Json& remark : item["remarks"]) html += "<p>" + html_text(remark) + "</p>";
  return {fmt::format("{}: {}", item["item"].get<std::string>(), item["title"].get<std::string>()),
          html, picture, item["caption"]};
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

}  // namespace surefoot::cli
