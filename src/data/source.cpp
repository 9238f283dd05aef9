#include "data/source.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot {

namespace {

constexpr std::size_t chunk = 1 << 18;
constexpr std::size_t most_bytes = std::size_t{2} << 30;  // an endless pipe must end somewhere

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : owned_(path != "-"), number_(owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : 0) {}
  ~Descriptor() {
    if (owned_ && number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  bool owned_;
  int number_;
};

[[noreturn]] void refuse_unreadable(const Source& source) {
  source.refuse("cannot be read: " + std::generic_category().message(errno));
}

void refuse_binary(const Source& source, std::size_t from) {
  if (std::string_view(source.bytes).starts_with(npy_magic)) return;
  if (source.bytes.starts_with("\xff\xfe") || source.bytes.starts_with("\xfe\xff"))
    source.refuse("must be UTF-8 text, but is UTF-16: save it again as UTF-8");
  const std::size_t zero = source.bytes.find('\0', from);
  if (zero != std::string::npos)
    source.refuse(fmt::format("must be text or .npy, but has a zero byte at offset {}", zero));
}

// Appends what can be read at once; false at the end.
bool read_more(const Descriptor& file, std::vector<char>& buffer, Source& source) {
  ssize_t count = 0;
  do count = ::read(file.number(), buffer.data(), buffer.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) refuse_unreadable(source);
  source.bytes.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace

void Source::refuse(const std::string& message) const {
  throw Error(Fault::data, name + ": " + message);
}

std::string source_name(const std::string& path) {
  return path == "-" ? "standard input" : printable(path);
}

Source read_source(const std::string& path) {
  Source source{source_name(path), {}};
  const Descriptor file(path);
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) refuse_unreadable(source);
  if (S_ISDIR(status.st_mode)) source.refuse("must be a file, but is a directory");
  if (S_ISREG(status.st_mode))
    source.bytes.reserve(std::min(static_cast<std::size_t>(status.st_size), most_bytes));
  std::vector<char> buffer(chunk);
  for (std::size_t from = 0; read_more(file, buffer, source); from = source.bytes.size()) {
    refuse_binary(source, from);
    if (source.bytes.size() > most_bytes)
      source.refuse(fmt::format("must be at most {} GiB, but is larger", most_bytes >> 30));
  }
  return source;
}

}  // namespace surefoot
