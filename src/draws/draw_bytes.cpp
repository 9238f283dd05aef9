#include "draws/draw_bytes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace surefoot {
namespace {

static_assert(std::endian::native == std::endian::little, "these bytes are those of such machines");

/// Calls visit(member) for each statistic that is a member of DrawInfo.
template <class Visit>
constexpr void for_each_member(Visit&& visit) {
  for_each_statistic(true, [&](const auto& statistic) {
    if constexpr (std::is_member_object_pointer_v<decltype(statistic.member)>)
      visit(statistic.member);
  });
}

constexpr int kept_members = [] {
  int count = 0;
  for_each_member([&](auto) { ++count; });
  return count;
}();

struct Anything {
  template <class T>
  operator T() const;
};
template <class... Values>
constexpr bool makes_info = requires {
  DrawInfo{std::declval<Values>()...};
};
template <std::size_t... Places>
constexpr bool has_as_many(std::index_sequence<Places...>) {
  constexpr auto value = [](std::size_t) { return Anything{}; };
  return makes_info<decltype(value(Places))...> &&
         !makes_info<decltype(value(Places))..., Anything>;
}
static_assert(has_as_many(std::make_index_sequence<kept_members>()),
              "a member of DrawInfo is no statistic, and its value would be lost");

bool is_status(DrawStatus status) {
  return std::find(draw_statuses.begin(), draw_statuses.end(), status) != draw_statuses.end();
}

}  // namespace

void put_draw(std::string& bytes, std::uint32_t number, std::span<const double> theta,
              const DrawInfo& info) {
  put(bytes, number);
  for (const double value : theta) put(bytes, value);
  for_each_member([&](auto member) { put(bytes, info.*member); });
}

std::size_t draw_size(std::size_t parameters) {
  std::size_t size = sizeof(std::uint32_t) + parameters * sizeof(double);
  for_each_member([&](auto member) { size += sizeof(DrawInfo{}.*member); });
  return size;
}

std::optional<ReadDraw> take_draw(std::string_view& bytes, std::size_t parameters) {
  ReadDraw draw{0, std::vector<double>(parameters), {}};
  take(bytes, draw.number);
  for (double& value : draw.theta) take(bytes, value);
  for_each_member([&](auto member) { take(bytes, draw.info.*member); });
  if (!is_status(draw.info.status)) return std::nullopt;
  return draw;
}

}  // namespace surefoot
