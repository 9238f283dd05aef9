#include "simd/isa_table.hpp"

#include <array>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simd/dispatch.hpp>

namespace surefoot {
namespace {

bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

struct Candidate {
  const IsaTable* table;
  bool (*present)();
};
constexpr std::array<Candidate, 3> candidates{
    {{&avx512_table, has_avx512}, {&avx2_table, has_avx2}, {&baseline_table, [] { return true; }}}};

const IsaTable& choose() {
  const char* wanted = std::getenv("SUREFOOT_ISA");
  for (const auto& [table, present] : candidates) {
    if (wanted && *wanted && table->name != wanted) continue;
    if (present()) return *table;
    if (wanted && *wanted)
      throw Error(Fault::device,
                  fmt::format("SUREFOOT_ISA asks for {}, which this processor lacks", wanted));
  }
  throw Error(Fault::usage,
              fmt::format("SUREFOOT_ISA must be baseline, avx2 or avx512, but is '{}'", wanted));
}

}  // namespace

const IsaTable& isa_table() {
  static const IsaTable& chosen = choose();
  return chosen;
}

std::string_view instruction_set() { return isa_table().name; }

}  // namespace surefoot
