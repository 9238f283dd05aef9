#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "watch/http.hpp"

namespace surefoot::cli {

/// What is given for a path, and what of it a browser may load and run.
struct LiveResource {
  std::string type;
  std::string policy;
  std::shared_ptr<const std::string> body;
};

/// A socket that is closed with its owner, never waited for, and not seen by programs.
class LiveSocket {
 public:
  explicit LiveSocket(int descriptor);
  LiveSocket(LiveSocket&& other) noexcept;
  LiveSocket& operator=(LiveSocket&& other) noexcept;
  ~LiveSocket();
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// One connection: a request is read, an answer written, and the other's end awaited, each for so
/// long and no longer.
class LiveClient {
 public:
  using Clock = std::chrono::steady_clock;
  using Find = std::function<std::optional<LiveResource>(const std::string& path)>;

  explicit LiveClient(LiveSocket socket);

  int descriptor() const { return socket_.descriptor(); }
  short awaited() const;  // of poll()
  Clock::time_point deadline() const { return deadline_; }
  bool is_over() const { return step_ == Step::over; }

  /// Does what can be done without waiting; `find` has what is asked for.
  void go_on(const Find& find);

  /// The request, if what was asked for was sent whole and the other has closed, or given up.
  std::optional<HttpRequest> served() const;

 private:
  enum class Step { reading, writing, closing, over };

  void read(const Find& find);
  void write();
  void drain();
  void answer(const Find& find, std::string_view head);
  void refuse(int status);
  void reply(HttpHead head, std::shared_ptr<const std::string> body);
  void enter(Step step, std::chrono::seconds patience);

  LiveSocket socket_;
  Step step_ = Step::reading;
  Clock::time_point deadline_;
  std::string received_;
  std::optional<HttpRequest> request_;
  bool succeeds_ = false;
  bool all_sent_ = false;
  std::string head_;
  std::shared_ptr<const std::string> body_;
  std::size_t sent_ = 0;  // of head and body together
};

}  // namespace surefoot::cli
