#pragma once

#include <filesystem>

#include <sys/types.h>

namespace surefoot {

/// Something that must not outlive the program: while this lives, `clear_up` ends or removes it.
class LeftBehind {
 public:
  /// A group of processes, ended by SIGTERM (which lets compilers remove their own files) or, where
  /// they may not mind that, by SIGKILL.
  static LeftBehind processes(pid_t group, int signal);

  /// A file, or a folder with all that is in it.
  static LeftBehind path(const std::filesystem::path& path);

  LeftBehind() = default;
  LeftBehind(LeftBehind&& other) noexcept;
  LeftBehind& operator=(LeftBehind&& other) noexcept;
  ~LeftBehind();

 private:
  explicit LeftBehind(int slot) : slot_(slot) {}
  int slot_ = -1;
};

/// Ends and removes what there is of that.  For a handler of signals that ends the program at once:
/// calls nothing that must not be called there.
void clear_up() noexcept;

}  // namespace surefoot
