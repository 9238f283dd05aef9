#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "data/columns.hpp"
#include "data/formats.hpp"
#include "text.hpp"

namespace surefoot {

namespace {

using Decode = double (*)(const char*, bool swap);

struct Header {
  Decode decode = nullptr;
  std::size_t item = 0;  // bytes of one value
  bool swap = false;
  bool fortran = false;
  std::size_t rows = 0;
  std::size_t columns = 1;
  std::size_t offset = 0;  // of the first value
};

template <class T>
double decode(const char* at, bool swap) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), at, sizeof(T));
  if (swap) std::reverse(bytes.begin(), bytes.end());
  return static_cast<double>(std::bit_cast<T>(bytes));
}

Decode decoder(std::string_view type) {
  if (type == "f4") return decode<float>;
  if (type == "f8") return decode<double>;
  if (type == "i1") return decode<std::int8_t>;
  if (type == "i2") return decode<std::int16_t>;
  if (type == "i4") return decode<std::int32_t>;
  if (type == "i8") return decode<std::int64_t>;
  if (type == "u1") return decode<std::uint8_t>;
  if (type == "u2") return decode<std::uint16_t>;
  if (type == "u4") return decode<std::uint32_t>;
  if (type == "u8") return decode<std::uint64_t>;
  return nullptr;
}

// The text after 'key': in the header, which is a Python dictionary.
std::string_view entry(const Source& source, std::string_view dictionary, const char* key) {
  std::size_t at = dictionary.find(fmt::format("'{}'", key));
  if (at != std::string_view::npos) at = dictionary.find(':', at);
  if (at == std::string_view::npos)
    source.refuse(fmt::format("must have '{}' in its .npy header, but has none", key));
  return trim(dictionary.substr(at + 1));
}

void read_type(const Source& source, std::string_view text, Header& header) {
  const std::string_view descr = text.substr(0, text.find_first_of(",}"));
  const bool is_word = descr.size() == 5 && descr.front() == '\'' && descr.back() == '\'';
  const char order = is_word ? descr[1] : '?';
  if (std::string_view("<>|=").find(order) != std::string_view::npos)
    header.decode = decoder(descr.substr(2, 2));
  if (header.decode == nullptr)
    source.refuse(fmt::format("must hold integers or floats of 4 or 8 bytes, but has the type {}",
                              printable(descr.substr(0, 40))));
  header.item = static_cast<std::size_t>(descr[3] - '0');
  const char other = std::endian::native == std::endian::little ? '>' : '<';
  header.swap = order == other;
}

void read_shape(const Source& source, std::string_view text, Header& header) {
  const std::size_t close = text.find(')');
  std::string_view rest = close == std::string_view::npos ? text : text.substr(0, close);
  std::vector<std::size_t> shape;
  bool sound = close != std::string_view::npos && rest.starts_with('(');
  if (sound) rest.remove_prefix(1);
  while (sound && !trim(rest).empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto extent = parse_whole<std::size_t>(trim(rest.substr(0, comma)));
    sound = extent.has_value() && shape.size() < 3;
    shape.push_back(extent.value_or(0));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  if (!sound || shape.empty() || shape.size() > 2)
    source.refuse(fmt::format("must be an array of 1 or 2 dimensions, but has the shape {}",
                              in_quotes(text.substr(0, std::min(close, text.size() - 1) + 1))));
  header.rows = shape[0];
  if (shape.size() == 2) header.columns = shape[1];
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

Header read_header(const Source& source) {
  const std::string_view bytes = source.bytes;
  const std::size_t lead = npy_magic.size() + 2;  // then come major and minor version
  const int version = bytes.size() > lead ? static_cast<unsigned char>(bytes[npy_magic.size()]) : 1;
  if (version < 1 || version > 3)
    source.refuse(fmt::format("must be .npy of version 1 to 3, but is of version {}", version));
  const std::size_t width = version == 1 ? 2 : 4;
  Header header;
  std::size_t length = 0;
  if (bytes.size() >= lead + width) length = little_endian(bytes.substr(lead, width));
  header.offset = lead + width + length;
  if (length == 0 || header.offset > bytes.size())
    source.refuse("is cut short: its .npy header is not complete");

  const std::string_view dictionary = bytes.substr(lead + width, length);
  read_type(source, entry(source, dictionary, "descr"), header);
  read_shape(source, entry(source, dictionary, "shape"), header);
  header.fortran = entry(source, dictionary, "fortran_order").starts_with("True");
  return header;
}

void require_size(const Source& source, const Header& header) {
  if (header.rows == 0 || header.columns == 0)
    source.refuse(fmt::format("must hold at least 1 observation, but has the shape ({}, {})",
                              header.rows, header.columns));
  const std::size_t have = (source.bytes.size() - header.offset) / header.item;
  const bool exact =
      header.rows <= have / header.columns &&
      source.bytes.size() - header.offset == header.rows * header.columns * header.item;
  if (!exact)
    source.refuse(fmt::format("must hold {} x {} values as its header says, but {} bytes follow it",
                              header.rows, header.columns, source.bytes.size() - header.offset));
}

}  // namespace

ReadResult read_npy(const Source& source, const ReadOptions& options) {
  Header header = read_header(source);
  require_size(source, header);
  const bool one_long_row = header.rows == 1 && is_one_long_row(header.columns, options);
  if (one_long_row) std::swap(header.rows, header.columns);
  require_few_columns(source, header.columns);
  const Columns columns(source, header.columns, {}, options);
  const char* const data = source.bytes.data() + header.offset;

  Rows rows(columns.taken());
  rows.reserve(header.rows * columns.taken());
  for (std::size_t i = 0; i < header.rows; ++i) {
    double* const row = rows.next();
    bool finite = true;
    for (std::size_t k = 0; k < columns.taken(); ++k) {
      const std::size_t c = columns.order()[k];
      const std::size_t at = header.fortran ? c * header.rows + i : i * header.columns + c;
      row[k] = header.decode(data + at * header.item, header.swap);
      finite = finite && std::isfinite(row[k]);
      if (!finite && !options.drop_nonfinite)
        source.refuse(
            fmt::format("row {}, column {} must be a finite number, but is {}; correct it or leave "
                        "out such rows",
                        i + 1, c + 1, row[k]));
    }
    if (!finite) rows.drop();
  }
  ReadResult result = rows.finish(source);
  result.one_long_row = one_long_row;
  return result;
}

}  // namespace surefoot
