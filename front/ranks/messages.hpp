#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mpi.h>

namespace surefoot::front {

/// What ranks say to each other.
enum Tag : int {
  ask,    // how many draws a rank could begin now
  give,   // how many are left after these, and their numbers; none: there are no more
  bring,  // draws
  leave,  // a rank has brought all that it made
  stop,   // what is being drawn is not wanted any more
  ended   // the run is over
};

struct Message {
  int from = 0;
  Tag tag = ask;
  std::string bytes;

  std::vector<std::uint32_t> numbers() const {
    std::vector<std::uint32_t> list(bytes.size() / sizeof(std::uint32_t));
    bytes.copy(reinterpret_cast<char*>(list.data()), list.size() * sizeof(std::uint32_t));
    return list;
  }
};

inline void send(int to, Tag tag, const std::string& bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

inline std::string bytes_of(const std::vector<std::uint32_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::uint32_t)};
}

/// Messages of one who must not wait until they are received: two that send to each other and wait
/// would do so for ever.
class Outbox {
 public:
  void send(int to, Tag tag, std::string bytes) {
    std::erase_if(sent_, [](Sent& one) { return one.has_gone(); });
    Sent& one = sent_.emplace_back(std::move(bytes));
    MPI_Isend(one.bytes.data(), static_cast<int>(one.bytes.size()), MPI_BYTE, to, tag,
              MPI_COMM_WORLD, &one.request);
  }

  /// When all who are about have heard.
  void wait() {
    for (Sent& one : sent_) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
    sent_.clear();
  }

 private:
  struct Sent {
    explicit Sent(std::string text) : bytes(std::move(text)) {}

    bool has_gone() {
      int gone = 0;
      MPI_Test(&request, &gone, MPI_STATUS_IGNORE);
      return gone != 0;
    }

    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  std::list<Sent> sent_;  // which do not move
};

/// Several texts as one.
inline void append(std::string& bytes, const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
}

/// Calls `take` with each of them.
inline void for_each_text(std::string_view bytes, const auto& take) {
  while (bytes.size() >= sizeof(std::uint32_t)) {
    std::uint32_t size = 0;
    bytes.copy(reinterpret_cast<char*>(&size), sizeof size);
    take(bytes.substr(sizeof size, size));
    bytes.remove_prefix(std::min(bytes.size(), sizeof size + size));
  }
}

/// A message, if one is there.
inline std::optional<Message> receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG),
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, message.tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

}  // namespace surefoot::front
