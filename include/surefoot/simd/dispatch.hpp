#pragma once

#include <string_view>

namespace surefoot {

/// The instruction set that the built-in kernels and simulators run on: the
/// widest of baseline, avx2 and avx512 that the processor has, unless the
/// environment variable SUREFOOT_ISA names a lower one (to repeat another
/// machine's draws).  Throws Fault::usage or Fault::device for a name that is
/// unknown or not there.
std::string_view instruction_set();

}  // namespace surefoot
