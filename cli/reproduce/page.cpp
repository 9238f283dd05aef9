#include "reproduce/page.hpp"

#include <fmt/format.h>

namespace surefoot::cli {
namespace {

/// JSON inside a script element, which nothing in it can end.
std::string script_json(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3)
    text.replace(at, 2, "<\\/");
  return text;
}

std::string element_of(const PageSection& section, std::size_t number) {
  std::string html = fmt::format("<section><h2>{}</h2>\n", html_text(section.heading));
  if (!section.picture.is_null())
    html += fmt::format(
        "<figure><div class=\"picture\" id=\"picture{0}\"></div><figcaption>{1}</figcaption>"
        "</figure>\n<script type=\"application/json\" class=\"spec\" data-for=\"picture{0}\">"
        "{2}</script>\n",
        number, html_text(section.caption), script_json(section.picture));
  return html + section.html + "</section>\n";
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string html;
  for (const char c : text) switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  return html;
}

std::string page(const std::string& title, const std::vector<PageSection>& sections) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title></head>"
      "<body><h1>{0}</h1>\n",
      html_text(title));
  for (std::size_t i = 0; i < sections.size(); ++i) html += element_of(sections[i], i + 1);
  return html + "</body></html>\n";
}

}  // namespace surefoot::cli
