#include "paper/page.hpp"

#include <string_view>

#include <fmt/format.h>

#include "report/page_shell.hpp"

namespace surefoot {

std::string_view paper_page_script();

}  // namespace surefoot

namespace surefoot::paper {
namespace {

// Verdicts are sentences.  Pictures of many panels shrink to the page, but on a narrow screen,
// where nobody could read them then, they are scrolled.
constexpr auto own_style =
    "td, th { text-align: left; white-space: normal; vertical-align: top; }\n"
    "tbody th { font-weight: normal; }\n"
    "@media screen and (max-width: 800px) {\n"
    "  .picture { overflow-x: auto; }\n  .picture svg { max-width: none; }\n}\n";

}  // namespace

std::string page(const std::string& title, const std::vector<PageSection>& sections) {
  std::string body = fmt::format("<header>\n<h1>{}</h1>\n</header>\n", escaped(title));
  for (const PageSection& section : sections) {
    body += fmt::format("<section>\n<h2>{}</h2>\n", escaped(section.heading));
    if (!section.picture.is_null())
      body += html_figure(section.name, section.picture, escaped(section.caption));
    body += section.html + "</section>\n";
  }
  return html_page({.title = title,
                    .style = own_style,
                    .body = body,
                    .data = {},
                    .script = paper_page_script()});
}

}  // namespace surefoot::paper
