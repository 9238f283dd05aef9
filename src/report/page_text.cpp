#include "report/page_text.hpp"

#include <cmath>

#include <fmt/format.h>

#include "report/table.hpp"
#include "text.hpp"

namespace surefoot {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string script_json(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      out += "\\u003c";  // "</script>" and "<!--" mean something to HTML even inside a string
    else
      out += c;
  }
  return out;
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const std::string& cell : rows.front()) out += "<th scope=\"col\">" + cell + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 1; r < rows.size(); ++r) {
    out += "<tr><th scope=\"row\">" + rows[r].front() + "</th>";
    for (std::size_t c = 1; c < rows[r].size(); ++c) out += "<td>" + rows[r][c] + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string html_facts(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string out = "<dl class=\"facts\">\n";
  for (const auto& [name, value] : facts)
    out += "<div><dt>" + name + "</dt><dd>" + value + "</dd></div>\n";
  return out + "</dl>\n";
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string meaningful(double value, double mcse) {
  if (std::isnan(value)) return "–";
  std::string text = rounded(value, mcse);
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

}  // namespace surefoot
