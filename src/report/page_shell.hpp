#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/page_text.hpp"

// What every page that we write has in common, whatever it is about.
namespace surefoot {

/// The parts of a page that differ from one kind of page to another.
struct PageParts {
  std::string title;        ///< text
  std::string_view style;   ///< beside the style of all pages
  std::string body;         ///< HTML
  std::string data;         ///< HTML: script elements with what the script reads
  std::string_view script;  ///< draws the pictures
};

/// A page that needs nothing but itself.
std::string html_page(const PageParts& parts);

/// A picture, which the page's script draws from its specification; the caption is HTML.
std::string html_figure(const std::string& id, const Json& specification,
                        const std::string& caption);

/// A Vega scale `colour` that gives each label its colour.
Json colour_scale(const std::vector<std::string>& labels);

/// A number as pictures carry it: five digits are more than one can show, unless all are alike.
Json picture_number(double value, int digits = 5);

/// The style that all pictures share.
Json picture_style();

}  // namespace surefoot
