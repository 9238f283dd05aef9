#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

namespace surefoot::front {

/// What ranks say to each other.
enum Tag : int {
  ask,    // how many draws a rank could begin now
  give,   // how many are left after these, and their numbers; none: there are no more
  bring,  // a draw
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

inline void send(int to, Tag tag, const std::vector<std::uint32_t>& numbers) {
  send(to, tag,
       std::string(reinterpret_cast<const char*>(numbers.data()),
                   numbers.size() * sizeof(std::uint32_t)));
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
