#include "simulators/shared_memory.hpp"

#include <bit>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "posix.hpp"

namespace surefoot {
namespace {

[[noreturn]] void refuse_memory() {
  throw Error(Fault::device, fmt::format("no memory can be shared with another process: {}",
                                         std::strerror(errno)));
}

}  // namespace

SharedMemory::SharedMemory() : file_(nameless_file()) {
  if (file_.get() < 0) refuse_memory();
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

void SharedMemory::grow(std::size_t bytes) {
  if (bytes <= size_) return;
  const std::size_t wanted = std::bit_ceil(bytes);  // not again for a little more
  if (::ftruncate(file_.get(), static_cast<off_t>(wanted)) != 0) refuse_memory();
  see(wanted);
}

void SharedMemory::see(std::size_t bytes) {
  if (bytes == size_) return;
  if (data_ != nullptr) ::munmap(data_, size_);
  data_ = nullptr;
  size_ = 0;
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (memory == MAP_FAILED) refuse_memory();
  data_ = static_cast<std::byte*>(memory);
  size_ = bytes;
}

}  // namespace surefoot
