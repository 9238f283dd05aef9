#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace surefoot {

/// A file descriptor, closed at the end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }
  void close();

 private:
  int number_ = -1;
};

/// The other ends of a program's standard streams.
struct Streams {
  Descriptor input, output, errors;
};

enum class Group {
  ours,    ///< an interrupt on the terminal ends it with us
  its_own  ///< which can be ended with all that it started, and is not interrupted
};

struct Spawned {
  pid_t id;
  Streams streams;
};

/// Starts a program, whose file is the first of the words, with our environment
/// and these variables, NAME=VALUE.  Throws Fault::device if it cannot be run.
Spawned spawn(const std::vector<std::string>& words, Group group,
              const std::vector<std::string>& variables = {});

}  // namespace surefoot
