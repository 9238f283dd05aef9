#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include <boost/crc.hpp>

#include <surefoot/journal/journal.hpp>

#include "draws/draw_bytes.hpp"

namespace surefoot {
namespace {

constexpr std::string_view signature = "surefoot journal 1\n";
constexpr std::size_t most_head = 1 << 24;  // bytes; more is damage

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

/// Whether bytes end with the checksum of what is before it.
bool is_sound(std::string_view bytes) {
  std::uint32_t found = 0;
  std::string_view tail = bytes.substr(bytes.size() - sizeof found);
  take(tail, found);
  return found == checksum(bytes.substr(0, bytes.size() - sizeof found));
}

std::size_t record_size(std::size_t parameters) {
  return draw_size(parameters) + sizeof(std::uint32_t);
}

std::vector<std::string> texts_of(std::string_view bytes) {
  std::vector<std::string> texts;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size() - 1);
    texts.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
  }
  return texts;
}

/// The head's payload at the front of what follows the signature; nothing if it is not whole.
std::optional<std::string_view> head_of(std::string_view bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof size) return std::nullopt;
  std::string_view rest = bytes;
  take(rest, size);
  const std::size_t whole = sizeof size + std::size_t{size} + sizeof(std::uint32_t);
  if (size > most_head || bytes.size() < whole || !is_sound(bytes.substr(0, whole)))
    return std::nullopt;
  return rest.substr(0, size);
}

void read_record(std::string_view bytes, std::size_t parameters,
                 std::map<std::uint32_t, ReadDraw>& to) {
  if (!is_sound(bytes)) return;
  if (auto draw = take_draw(bytes, parameters)) to.emplace(draw->number, std::move(*draw));
}

}  // namespace

std::string journal_head(const RunIdentity& identity, const std::vector<std::string>& names) {
  std::string payload;
  const auto text = [&](const std::string& one) { (payload += one) += '\0'; };
  text(std::to_string(identity.size()));
  for (const auto& [name, value] : identity) {
    text(name);
    text(value);
  }
  for (const std::string& name : names) text(name);
  std::string head;
  put(head, static_cast<std::uint32_t>(payload.size()));
  head += payload;
  put(head, checksum(head));
  return std::string(signature) + head;
}

std::size_t append_draw(const FinishedDraw& draw, std::string& bytes) {
  const std::size_t before = bytes.size();
  put_draw(bytes, draw.number, draw.theta, draw.info);
  return bytes.size() - before;
}

std::string records_of(std::string_view draws, std::size_t size) {
  std::string records;
  for (; draws.size() >= size && size > 0; draws.remove_prefix(size)) {
    records += draws.substr(0, size);
    put(records, checksum(draws.substr(0, size)));
  }
  return records;
}

std::optional<JournalContent> parse_journal(std::string_view bytes) {
  if (!bytes.starts_with(signature)) return std::nullopt;
  const auto payload = head_of(bytes.substr(signature.size()));
  if (!payload) return std::nullopt;
  const std::vector<std::string> texts = texts_of(*payload);
  if (texts.empty()) return std::nullopt;
  const std::size_t entries = std::strtoul(texts[0].c_str(), nullptr, 10);
  if (entries > (texts.size() - 1) / 2) return std::nullopt;
  JournalContent content;
  for (std::size_t e = 0; e < entries; ++e)
    content.identity.emplace_back(texts[1 + 2 * e], texts[2 + 2 * e]);
  content.draws.names.assign(texts.begin() + 1 + 2 * static_cast<std::ptrdiff_t>(entries),
                             texts.end());
  content.bytes = signature.size() + payload->size() + 2 * sizeof(std::uint32_t);
  const std::size_t parameters = content.draws.names.size(), size = record_size(parameters);
  std::map<std::uint32_t, ReadDraw> records;
  for (; content.bytes + size <= bytes.size(); content.bytes += size)
    read_record(bytes.substr(content.bytes, size), parameters, records);
  for (const auto& [number, record] : records) content.draws.add(number, record.theta, record.info);
  return content;
}

std::optional<JournalContent> read_journal(const std::filesystem::path& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return parse_journal(bytes);
}

std::filesystem::path journal_path(const std::filesystem::path& output) {
  std::filesystem::path path = output;
  return path += ".journal";
}

}  // namespace surefoot
