#pragma once

#include <vector>

#include "simd/isa_table.hpp"

namespace surefoot {

/// The tables of all sets that this processor has.
inline std::vector<const IsaTable*> present_tables() {
  std::vector<const IsaTable*> tables{&baseline_table};
#ifdef __x86_64__
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) tables.push_back(&avx2_table);
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    tables.push_back(&avx512_table);
#endif
  return tables;
}

}  // namespace surefoot
