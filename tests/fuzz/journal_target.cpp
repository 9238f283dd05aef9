#include <algorithm>

#include <boost/crc.hpp>

#include <surefoot/draws/crew.hpp>
#include <surefoot/error.hpp>
#include <surefoot/journal/journal.hpp>

#include "fuzz/targets.hpp"

namespace surefoot::fuzz {
namespace {

void require_sound(const std::optional<JournalContent>& content, std::size_t size) {
  if (!content) return;
  const Draws& draws = content->draws;
  require(content->bytes <= size, "no more bytes than the journal has");
  require(draws.values.size() == draws.rows() * draws.names.size(), "a value for each name");
  require(draws.info.size() == draws.rows(), "statistics of each draw");
  require(std::is_sorted(draws.index.begin(), draws.index.end()), "draws in rising order");
}

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A journal with the right checksums, which nobody would find by chance: behind a byte with the
// size of the head follows the head, and behind another with the size of a draw follow draws.
std::string sealed_journal(std::string_view bytes) {
  const auto take = [&](std::size_t count) {
    const std::string_view taken = bytes.substr(0, count);
    bytes.remove_prefix(taken.size());
    return taken;
  };
  const auto size = [&] {
    const std::string_view byte = take(1);
    return byte.empty() ? std::size_t{0} : static_cast<unsigned char>(byte[0]);
  };
  const std::string_view payload = take(size());
  std::string head;
  put(head, static_cast<std::uint32_t>(payload.size()));
  head += payload;
  boost::crc_32_type crc;
  crc.process_bytes(head.data(), head.size());
  put(head, crc.checksum());
  const std::size_t draw = size();
  return "surefoot journal 1\n" + head + records_of(bytes, draw);
}

}  // namespace

void read_journal_file(std::string_view bytes) {
  require_sound(parse_journal(bytes), bytes.size());
  const std::string sealed = sealed_journal(bytes);
  const auto content = parse_journal(sealed);
  require_sound(content, sealed.size());
  if (content) difference(content->identity, {{"seed", "1"}, {"model", "g-and-k"}});
}

void read_made_draw(std::string_view bytes) {
  try {
    const MadeDraw draw = made_draw_of(bytes);
    const MadeDraw again = made_draw_of(to_bytes(draw));
    require(again.number == draw.number && again.row.theta.size() == draw.row.theta.size() &&
                again.error.has_value() == draw.error.has_value(),
            "the same draw again");
  } catch (const Error&) {
    // Only our own processes send draws: others are a fault of ours.
  }
}

}  // namespace surefoot::fuzz
