#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace surefoot {

/// At most `most` of `rows` rows, chosen at random, each at most once: files can
/// have any order, also a periodic one.
std::vector<std::size_t> some_rows(std::size_t rows, std::size_t most, std::uint64_t seed);

}  // namespace surefoot
