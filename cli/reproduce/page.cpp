#include "reproduce/page.hpp"

#include <string_view>

#include <fmt/format.h>

#include <surefoot/version.hpp>

#include "report/page_text.hpp"

namespace surefoot {

// What a page of the library carries, too.
std::string_view vega_script();
std::string_view page_style();
Json picture_style();
std::string_view reproduce_page_script();

}  // namespace surefoot

namespace surefoot::cli {
namespace {

// Verdicts are sentences, and pictures have the size that their panels need.
constexpr auto own_style =
    "td, th { text-align: left; white-space: normal; vertical-align: top; }\n"
    ".picture { overflow-x: auto; }\n.picture svg { max-width: none; }\n";

std::string element_of(const PageSection& section) {
  std::string html = fmt::format("<section>\n<h2>{}</h2>\n", escaped(section.heading));
  if (!section.picture.is_null())
    html += fmt::format(
        "<figure>\n<div class=\"picture\"></div>\n"
        "<script type=\"application/json\" class=\"spec\">{}</script>\n"
        "<figcaption>{}</figcaption>\n</figure>\n",
        script_json(section.picture), escaped(section.caption));
  return html + section.html + "</section>\n";
}

}  // namespace

std::string html_text(const std::string& text) { return escaped(text); }

std::string page(const std::string& title, const std::vector<PageSection>& sections) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0} – surefoot</title>\n<style>\n{1}{2}</style>\n</head>\n<body>\n<main>\n"
      "<header>\n<h1>{0}</h1>\n</header>\n",
      escaped(title), page_style(), own_style);
  for (const PageSection& section : sections) html += element_of(section);
  html += fmt::format(
      "<noscript><p class=\"banner\">The pictures are drawn by a script, which this browser does "
      "not run.</p></noscript>\n<footer><p>Written by surefoot {}. Pictures are drawn by Vega 5, "
      "which is part of this page with its licence; nothing is loaded from "
      "elsewhere.</p></footer>\n</main>\n<script type=\"application/json\" id=\"style\">{}"
      "</script>\n<script>\n",
      escaped(version()), script_json(picture_style()));
  html += vega_script();
  html += "</script>\n<script>\n";
  html += reproduce_page_script();
  return html + "</script>\n</body>\n</html>\n";
}

}  // namespace surefoot::cli
