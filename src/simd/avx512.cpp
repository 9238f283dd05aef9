#include "simd/make_table.hpp"

namespace surefoot {
constexpr IsaTable avx512_table_value = make_table<Avx512>();
const IsaTable avx512_table = avx512_table_value;
}  // namespace surefoot
