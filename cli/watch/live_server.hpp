#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "watch/live_client.hpp"

namespace surefoot::cli {

/// Serves a few resources to browsers on this machine, from a thread of its own, until it is
/// destroyed.  Only who knows the address, which nobody can guess, is given any.
class LiveServer {
 public:
  /// What there is under a name, and who was served with it; both are called from the server's
  /// thread.
  struct Offer {
    std::function<std::optional<LiveResource>(std::string_view name)> find;
    std::function<void(std::string_view name, const std::string& query)> served;
  };

  /// Throws Fault::device where no port can be had.
  explicit LiveServer(Offer offer);
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;
  ~LiveServer();

  /// Where the resource without a name is.
  std::string address() const;

 private:
  using Clock = LiveClient::Clock;

  void serve();
  void wait();
  void accept_one();
  void care_for_clients();
  std::optional<LiveResource> find(const std::string& path) const;
  std::optional<std::string_view> name_in(std::string_view path) const;

  Offer offer_;
  const std::string token_;
  int port_ = 0;
  LiveSocket listening_;
  LiveSocket woken_{-1}, waker_{-1};
  std::atomic<bool> ends_ = false;
  Clock::time_point accepting_from_ = {};  // later, after the system had no descriptor for us
  std::vector<LiveClient> clients_;
  std::thread thread_;
};

/// So many random bits that nobody guesses them, as hexadecimal digits.
std::string random_token();

}  // namespace surefoot::cli
