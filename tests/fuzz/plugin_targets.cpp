#include <algorithm>

#include <surefoot/error.hpp>

#include "fuzz/targets.hpp"
#include "report/netcdf_layout.hpp"
#include "simulators/missing_function.hpp"
#include "simulators/plugin_source.hpp"

namespace surefoot::fuzz {

// Entries of the cache of plug-ins, and files of fits, end with the same line.
void read_cache_entry(std::string_view bytes) {
  const auto body = before_checksum(bytes);
  require(!body || body->size() < bytes.size(), "less before the checksum than with it");
  std::string sealed = std::string(bytes) + checksum_line(bytes);
  require(before_checksum(sealed) == bytes, "trust in what was sealed");
  sealed[sealed.size() / 2] ^= 1;
  require(!before_checksum(sealed), "distrust of what was damaged");
}

// The first line is the file's name without its end; the rest is read once as a header of the
// user's own and once as what a compiler said of one.
void read_model_header(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view text = bytes.substr(std::min(end + 1, bytes.size()));
  missing_function(std::string(text));
  const std::string chosen = choose_struct(callable_structs(text), bytes.substr(0, end));
  require(!chosen.empty(), "a name of the struct that was chosen");
}

}  // namespace surefoot::fuzz
