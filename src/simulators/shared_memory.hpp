#pragma once

#include <cstddef>

#include "simulators/spawn.hpp"

namespace surefoot {

/// Memory that two processes see, each through an object of its own.
class SharedMemory {
 public:
  /// New, and empty.  Throws Fault::device if the system gives none.
  SharedMemory();
  /// That of another process, by its file.
  explicit SharedMemory(Descriptor file) : file_(std::move(file)) {}
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  /// Makes it at least that large; what was in it need not stay in its place.
  void grow(std::size_t bytes);

  /// Sees as much of it as another process has made.
  void see(std::size_t bytes);

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  const Descriptor& file() const { return file_; }

 private:
  Descriptor file_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace surefoot
