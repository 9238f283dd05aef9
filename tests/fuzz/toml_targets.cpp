#include <surefoot/error.hpp>
#include <surefoot/settings/config.hpp>

#include "cli/config_file.hpp"
#include "fuzz/targets.hpp"
#include "paper/item.hpp"

namespace surefoot::fuzz {

void read_config_file(std::string_view bytes) {
  FitConfig config;
  for (const front::NamedText& entry : cli::parse_config(bytes, "fuzz.toml")) {
    require(!entry.where.empty(), "a place of each entry");
    try {
      set(config, entry.name, entry.text);
    } catch (const Error&) {
      // The next entry may be more interesting.
    }
  }
  validate(config);
}

void read_paper_item(std::string_view bytes) {
  for (const paper::Extent& extent :
       {paper::Extent{}, paper::Extent{.smoke = true}, paper::Extent{.full = true}}) {
    const paper::Item item = paper::read_item("fuzz", "fuzz.toml", bytes, extent);
    require(!item.cases.empty(), "a case of the item");
    for (const paper::Published& row : item.published)
      for (const paper::Point& point : item.points)
        for (std::size_t c = 0; c < item.cases.size(); ++c) row.estimate(point.at, c);
  }
}

}  // namespace surefoot::fuzz
