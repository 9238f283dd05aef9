#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <surefoot/draws/draw_statistics.hpp>

// Draws as bytes: for journals, and between processes.
namespace surefoot {

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Takes a value from the front of bytes that are long enough.
template <class T>
void take(std::string_view& bytes, T& value) {
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
}

inline void take(std::string_view& bytes, bool& value) {
  char byte = 0;  // of others it may be more than a bool can be
  take(bytes, byte);
  value = byte != 0;
}

/// The number of a draw, its parameters and its statistics.
void put_draw(std::string& bytes, std::uint32_t number, std::span<const double> theta,
              const DrawInfo& info);

/// How many bytes that is.
std::size_t draw_size(std::size_t parameters);

struct ReadDraw {
  std::uint32_t number = 0;
  std::vector<double> theta;
  DrawInfo info;
};

/// Takes a draw from the front of bytes that are long enough; nothing if it has no status.
std::optional<ReadDraw> take_draw(std::string_view& bytes, std::size_t parameters);

}  // namespace surefoot
