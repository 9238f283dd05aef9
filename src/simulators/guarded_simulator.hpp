#pragma once

#include <memory>
#include <string>

#include <surefoot/batch/batch.hpp>

namespace surefoot {

/// The simulator of a header, with every call of it guarded: see `call_header`.
std::shared_ptr<const BatchSimulator> guarded(std::shared_ptr<const BatchSimulator> simulator,
                                              const std::string& header);

}  // namespace surefoot
