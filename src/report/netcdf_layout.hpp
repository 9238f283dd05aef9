#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace surefoot {

/// The version of the layout of our files.  A reader refuses a higher one, so
/// it rises only when an older reader would misunderstand the file.
inline constexpr int netcdf_format = 3;

/// The attribute that names the settings that were given, separated by commas; files of before it
/// was kept have none.
inline constexpr const char* given_attribute = "given_settings";

/// The attribute that tells a header's code apart from others of its name.
inline constexpr const char* source_attribute = "model_source";

/// Chains and draws of ArviZ's layout.  Cutting independent draws (of no chains)
/// into chains is a matter of form: four let ArviZ compare chains.
struct ChainLayout {
  std::size_t chains;
  std::size_t draws;
};

constexpr ChainLayout chain_layout(std::size_t rows, int chains) {
  if (chains > 0)
    return {static_cast<std::size_t>(chains), rows / static_cast<std::size_t>(chains)};
  const bool four = rows > 0 && rows % 4 == 0;
  return four ? ChainLayout{4, rows / 4} : ChainLayout{1, rows};
}

/// The coordinates of the predictive draws: `chain` x `draw`, in file order.
struct PredictiveLayout {
  std::vector<std::int64_t> chain;
  std::vector<std::int64_t> draw;
};

/// The coordinates that the rows have in the posterior, where the rows are the
/// same draws of each of some chains; else one chain of the row numbers.
PredictiveLayout predictive_layout(const std::vector<std::uint32_t>& rows,
                                   const ChainLayout& posterior);

/// The line that ends our files: the checksum of everything before it.
std::string checksum_line(std::string_view content);

/// What stands before that line; nothing if the content does not end with the right one.
std::optional<std::string_view> before_checksum(std::string_view content);

/// Held around every use of the netCDF library, which is not thread-safe and in
/// whose lower half, HDF5, each thread prints errors until told not to.
class NetcdfTurn {
 public:
  NetcdfTurn();

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace surefoot
