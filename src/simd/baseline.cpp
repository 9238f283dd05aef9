#include "simd/make_table.hpp"

namespace surefoot {
constexpr IsaTable baseline_table_value = make_table<Baseline>();
const IsaTable baseline_table = baseline_table_value;
}  // namespace surefoot
