#include "watch/live_server.hpp"

#include <algorithm>
#include <cerrno>
#include <random>
#include <system_error>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "posix.hpp"

namespace surefoot::cli {
namespace {

constexpr std::size_t most_clients = 32;

[[noreturn]] void refuse_to_watch() {
  throw Error(Fault::device,
              fmt::format("--watch: no port of this machine's own address 127.0.0.1 can be had: "
                          "{}; without --watch the fit needs none",
                          std::generic_category().message(errno)));
}

/// A socket on this machine's own address and a port that the system chooses.
LiveSocket listening_socket(int& port) {
  LiveSocket made(::socket(AF_INET, SOCK_STREAM, 0));
  if (made.descriptor() < 0) refuse_to_watch();
  sockaddr_in address{};
  socklen_t length = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  if (::bind(made.descriptor(), general, length) != 0 ||
      ::listen(made.descriptor(), SOMAXCONN) != 0 ||
      ::getsockname(made.descriptor(), general, &length) != 0)
    refuse_to_watch();
  port = ntohs(address.sin_port);
  return made;
}

}  // namespace

std::string random_token() {
  constexpr int words = 4;  // of 32 bits each
  std::random_device source;
  std::string token;
  for (int i = 0; i < words; ++i) token += fmt::format("{:08x}", source());
  return token;
}

LiveServer::LiveServer(Offer offer)
    : offer_(std::move(offer)), token_(random_token()), listening_(listening_socket(port_)) {
  int ends[2];
  if (private_pipe(ends) != 0) refuse_to_watch();
  woken_ = LiveSocket(ends[0]);
  waker_ = LiveSocket(ends[1]);
  thread_ = std::thread([this] { serve(); });
}

LiveServer::~LiveServer() {
  ends_ = true;
  const char byte = 'e';
  while (::write(waker_.descriptor(), &byte, 1) < 0 && errno == EINTR) {
  }
  thread_.join();
}

std::string LiveServer::address() const {
  return fmt::format("http://127.0.0.1:{}/{}/", port_, token_);
}

void LiveServer::serve() {
  while (!ends_) {
    wait();
    care_for_clients();
  }
}

void LiveServer::wait() {
  constexpr std::chrono::milliseconds longest{1000};
  const auto now = Clock::now();
  std::vector<pollfd> watched{{woken_.descriptor(), POLLIN, 0}};
  auto until = now + longest;
  for (const LiveClient& client : clients_) {
    watched.push_back({client.descriptor(), client.awaited(), 0});
    until = std::min(until, client.deadline());
  }
  if (now >= accepting_from_) watched.push_back({listening_.descriptor(), POLLIN, 0});
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::max(until - now, {}));
  const int ready =
      ::poll(watched.data(), static_cast<nfds_t>(watched.size()), static_cast<int>(left.count()));
  const pollfd& last = watched.back();
  if (ready > 0 && last.fd == listening_.descriptor() && last.revents != 0) accept_one();
}

void LiveServer::accept_one() {
  LiveSocket accepted(::accept(listening_.descriptor(), nullptr, nullptr));
  if (accepted.descriptor() < 0) {
    constexpr std::chrono::milliseconds pause{200};
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
      accepting_from_ = Clock::now() + pause;
    return;
  }
  // Those who came first have had their time.
  if (clients_.size() == most_clients) clients_.erase(clients_.begin());
  clients_.emplace_back(std::move(accepted));
}

/// Nobody is waited for, so that each may be tried, whoever woke us.
void LiveServer::care_for_clients() {
  for (LiveClient& client : clients_) {
    client.go_on([this](const std::string& path) { return find(path); });
    const auto request = client.served();
    if (!request) continue;
    if (const auto name = name_in(request->path)) offer_.served(*name, request->query);
  }
  std::erase_if(clients_, [](const LiveClient& client) { return client.is_over(); });
}

std::optional<LiveResource> LiveServer::find(const std::string& path) const {
  const auto name = name_in(path);
  return name ? offer_.find(*name) : std::nullopt;
}

/// What stands behind the token, if it is ours.
std::optional<std::string_view> LiveServer::name_in(std::string_view path) const {
  const std::size_t before = token_.size() + 2;  // with both slashes
  if (path.size() < before || !are_equal_secrets(path.substr(0, before), "/" + token_ + "/"))
    return std::nullopt;
  return path.substr(before);
}

}  // namespace surefoot::cli
