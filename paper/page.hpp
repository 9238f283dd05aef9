#pragma once

#include <string>
#include <vector>

#include "paper/outcome.hpp"

namespace surefoot::paper {

/// A part of a page: its heading, what it says (HTML), and a picture, unless null.
struct PageSection {
  std::string name;  // no other part of the page has it
  std::string heading;
  std::string html;
  Json picture;
  std::string caption;
};

/// A page that needs nothing but itself.
std::string page(const std::string& title, const std::vector<PageSection>& sections);

}  // namespace surefoot::paper
