#include "report/netcdf_layout.hpp"

#include <boost/crc.hpp>
#include <fmt/format.h>

// Declared here because the header lies where only HDF5's own package points,
// and nothing else of HDF5 is used.
extern "C" int H5Eset_auto2(std::int64_t stack, void* function, void* data);

namespace surefoot {

PredictiveLayout predictive_layout(const std::vector<std::uint32_t>& rows,
                                   const ChainLayout& posterior) {
  const auto length = static_cast<std::int64_t>(posterior.draws);
  PredictiveLayout layout;
  for (const std::int64_t row : rows) {
    const std::int64_t chain = row / length, draw = row % length;
    if (layout.chain.empty() || layout.chain.back() != chain) layout.chain.push_back(chain);
    if (layout.chain.size() == 1) layout.draw.push_back(draw);
  }
  std::size_t matched = 0;
  for (const std::int64_t chain : layout.chain)
    for (const std::int64_t draw : layout.draw)
      if (matched < rows.size() && rows[matched] == chain * length + draw) ++matched;
  const bool rectangle =
      matched == rows.size() && matched == layout.chain.size() * layout.draw.size();
  if (!rectangle) layout = {{0}, {rows.begin(), rows.end()}};
  return layout;
}

std::string checksum_line(std::string_view content) {
  boost::crc_32_type crc;
  crc.process_bytes(content.data(), content.size());
  return fmt::format("\nsurefoot crc32 {:08x}\n", crc.checksum());
}

std::optional<std::string_view> before_checksum(std::string_view content) {
  const std::size_t tail = checksum_line({}).size();
  if (content.size() < tail) return std::nullopt;
  const std::string_view body = content.substr(0, content.size() - tail);
  if (content.substr(body.size()) != checksum_line(body)) return std::nullopt;
  return body;
}

NetcdfTurn::NetcdfTurn() {
  static std::mutex mutex;
  lock_ = std::unique_lock(mutex);
  H5Eset_auto2(0, nullptr, nullptr);  // 0 is the error stack of this thread
}

}  // namespace surefoot
