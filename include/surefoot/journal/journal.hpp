#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <surefoot/journal/run_identity.hpp>

namespace surefoot {

/// A journal holds the draws of a run that is not finished, in the order in which they came:
///
///     "surefoot journal 1\n"
///     bytes of the head (32 bits), head, its CRC-32: identity and names, each text ended by a 0
///     for each draw: its number (32 bits), parameters, statistics, the CRC-32 of all that
///
/// Numbers are those of a little-endian machine.  Every draw takes the same number of bytes, so one
/// that was damaged costs no other, and one that was half written is no draw.
struct JournalContent {
  RunIdentity identity;
  Draws draws;            // in rising order, each once
  std::size_t bytes = 0;  // up to the end of the last whole record, damaged or not
};

/// What the bytes of a journal hold; nothing if they have no whole head.
std::optional<JournalContent> parse_journal(std::string_view bytes);

/// The same of a file; nothing if there is none that can be read.
std::optional<JournalContent> read_journal(const std::filesystem::path& path);

/// What a journal begins with.
std::string journal_head(const RunIdentity& identity, const std::vector<std::string>& names);

/// Appends a draw as its record will have it, without the checksum; how many bytes that is.
std::size_t append_draw(const FinishedDraw& draw, std::string& bytes);

/// The records of such draws, each of `size` bytes.
std::string records_of(std::string_view draws, std::size_t size);

/// The journal of the fit that will be `output`.
std::filesystem::path journal_path(const std::filesystem::path& output);

}  // namespace surefoot
