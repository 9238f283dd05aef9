#include <surefoot/draws/merged_draws.hpp>

namespace surefoot {

Draws merged(const Draws& first, const Draws& second) {
  if (first.rows() == 0) return second;
  Draws all;
  all.names = first.names;
  std::size_t a = 0, b = 0;
  const auto take = [&all](const Draws& from, std::size_t& row) {
    all.add(from.index[row], from.row(row), from.info[row]);
    ++row;
  };
  while (a < first.rows() || b < second.rows()) {
    const bool from_first =
        b == second.rows() || (a < first.rows() && first.index[a] <= second.index[b]);
    if (from_first && b < second.rows() && first.index[a] == second.index[b]) ++b;
    from_first ? take(first, a) : take(second, b);
  }
  return all;
}

}  // namespace surefoot
