#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.hpp"

namespace surefoot::cli {

/// A part of a page: its heading, what it says (HTML), and a picture, unless null.
struct PageSection {
  std::string heading;
  std::string html;
  Json picture;
  std::string caption;
};

/// A page that needs nothing but itself.
std::string page(const std::string& title, const std::vector<PageSection>& sections);

/// Text as HTML shows it.
std::string html_text(const std::string& text);

}  // namespace surefoot::cli
