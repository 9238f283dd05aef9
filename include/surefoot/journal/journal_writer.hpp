#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <surefoot/draws/events.hpp>

namespace surefoot {

/// Appends to a journal.  What is added is on its way to the disk within half a second and on it
/// within two more, by a thread of its own: drawing does not wait.  A disk that is full or fails
/// costs nothing but durability: bytes stay in memory and are tried again, and `trouble` is told
/// once.
///
/// Throws Fault::usage if another run writes to the same journal.
class JournalWriter {
 public:
  using Trouble = std::function<void(const std::string& why)>;

  /// Keeps the first `kept` bytes of a journal that is there; a new one begins with `head`.
  JournalWriter(std::filesystem::path path, std::size_t kept, const std::string& head,
                Trouble trouble);
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;
  /// Writes what is left.
  ~JournalWriter();

  void add(const FinishedDraw& draw);

  /// Whether everything that was added is on the disk, where it is brought now.
  bool flush();

  /// Takes the journal away; nothing may be added any more.
  void remove();

 private:
  void open();
  void work(const std::stop_token& stop);
  bool write_out(bool to_the_disk);
  bool write_all(const std::string& bytes);
  void complain(int error);

  std::filesystem::path path_;
  Trouble trouble_;
  int file_ = -1;

  std::mutex pending_mutex_;
  std::string pending_;                     // added, not yet taken by who writes
  std::atomic<std::size_t> draw_size_ = 0;  // in bytes, without its checksum
  std::mutex file_mutex_;
  std::string unwritten_;
  std::size_t end_ = 0;  // of the file, as far as it is written
  bool synced_ = true;
  bool complained_ = false;

  std::condition_variable_any wake_;
  std::jthread worker_;
};

/// Throws Fault::usage if another run writes to this journal.
void require_unused_journal(const std::filesystem::path& path);

}  // namespace surefoot
