#include "simd/make_table.hpp"

namespace surefoot {
constexpr IsaTable avx2_table_value = make_table<Avx2>();
const IsaTable avx2_table = avx2_table_value;
}  // namespace surefoot
