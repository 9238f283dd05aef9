// Compiled in place of the wide instruction sets where sanitizers are: only the baseline's loops
// are checked there, and it takes the others' places, so that nothing runs unchecked.
#include "simd/isa_table.hpp"

namespace surefoot {
const IsaTable avx2_table = baseline_table;
const IsaTable avx512_table = baseline_table;
}  // namespace surefoot
