#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/targets.hpp"

// One program for all targets, or each of them would link the whole library:
//
//     SUREFOOT_FUZZ_TARGET=npy fuzz_targets [options of libFuzzer] [folder or file]...
namespace {

const surefoot::fuzz::Target& chosen_target() {
  const char* name = std::getenv("SUREFOOT_FUZZ_TARGET");
  const auto* target = name == nullptr ? nullptr : surefoot::fuzz::find_target(name);
  if (target != nullptr) return *target;
  std::fputs("surefoot: SUREFOOT_FUZZ_TARGET must be one of", stderr);
  for (const auto& known : surefoot::fuzz::targets())
    std::fprintf(stderr, " %s", known.name.data());
  std::fputs("\n", stderr);
  std::exit(64);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto& target = chosen_target();
  surefoot::fuzz::run(target, {reinterpret_cast<const char*>(data), size});
  return 0;
}
