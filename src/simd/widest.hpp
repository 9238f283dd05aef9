#pragma once

#include <string_view>

namespace surefoot {

/// The widest instruction set that hot loops are compiled for and this processor has, whatever
/// SUREFOOT_ISA says.
std::string_view widest_instruction_set();

}  // namespace surefoot
