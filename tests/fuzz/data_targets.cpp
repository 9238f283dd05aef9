#include <algorithm>
#include <cmath>

#include "data/formats.hpp"
#include "fuzz/targets.hpp"
#include "text.hpp"

namespace surefoot::fuzz {
namespace {

void require_rectangle(const ReadResult& result) {
  const auto values = result.observations.values();
  require(result.observations.size() > 0, "an observation in what was read");
  require(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }),
          "finite observations only");
  const std::size_t columns =
      result.one_long_row ? 0 : static_cast<std::size_t>(result.observations.dimension());
  require(result.names.empty() || result.names.size() == columns,
          "a name for each column, or none");
}

// The first line says how the rest is to be read: some of "drop", "one" (column) and names or
// numbers of columns, with commas between them.
ReadOptions options_of(std::string_view line) {
  ReadOptions options;
  while (!line.empty()) {
    const std::size_t comma = std::min(line.find(','), line.size());
    const std::string word(trim(line.substr(0, comma)));
    if (word == "drop")
      options.drop_nonfinite = true;
    else if (word == "one")
      options.dimension = 1;
    else
      options.columns.push_back(word);
    line.remove_prefix(std::min(comma + 1, line.size()));
  }
  return options;
}

template <class Read>
void read_with_options(std::string_view bytes, const Read& read) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const Source source{"data", std::string(bytes.substr(std::min(end + 1, bytes.size())))};
  if (source.bytes.empty()) return;  // refused before there is anything to read
  require_rectangle(read(source, options_of(bytes.substr(0, end))));
}

}  // namespace

void read_text_table(std::string_view bytes) { read_with_options(bytes, read_text); }

void read_npy_array(std::string_view bytes) {
  read_with_options(bytes, [](const Source& source, const ReadOptions& options) {
    if (!source.bytes.starts_with(npy_magic)) source.refuse("is no .npy");
    return read_npy(source, options);
  });
}

}  // namespace surefoot::fuzz
