// Compiled in place of the wide instruction sets where sanitizers are: only the baseline's loops
// are checked there, and they take the others' places, so that nothing runs unchecked.
#include "simd/isa_table.hpp"

namespace surefoot {
namespace {

IsaTable baseline_as(std::string_view name) {
  IsaTable table = baseline_table;
  table.name = name;
  return table;
}

}  // namespace

const IsaTable avx2_table = baseline_as("avx2");
const IsaTable avx512_table = baseline_as("avx512");
}  // namespace surefoot
