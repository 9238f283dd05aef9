#include "simd/isa_table.hpp"

#include <array>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simd/dispatch.hpp>

#include "simd/widest.hpp"

namespace surefoot {
namespace {

/// An instruction set by name; the table is null where it is another processor's.
struct Candidate {
  std::string_view name;
  const IsaTable* table;
  bool (*present)();
};

#ifdef __x86_64__
bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

constexpr Candidate avx512{Avx512::name, &avx512_table, has_avx512};
constexpr Candidate avx2{Avx2::name, &avx2_table, has_avx2};
#else
constexpr Candidate avx512{Avx512::name, nullptr, [] { return false; }};
constexpr Candidate avx2{Avx2::name, nullptr, [] { return false; }};
#endif
constexpr Candidate baseline{Baseline::name, &baseline_table, [] { return true; }};
constexpr std::array<Candidate, 3> candidates{avx512, avx2, baseline};

const IsaTable& choose() {
  const char* wanted = std::getenv("SUREFOOT_ISA");
  for (const auto& [name, table, present] : candidates) {
    if (wanted && *wanted && name != wanted) continue;
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

std::string_view widest_instruction_set() {
  for (const auto& [name, table, present] : candidates)
    if (present()) return name;
  return Baseline::name;
}

std::string_view instruction_set() { return isa_table().name; }

}  // namespace surefoot
