#include "watch/live_client.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "posix.hpp"

namespace surefoot::cli {
namespace {

using std::chrono::seconds;
constexpr seconds time_to_ask{3}, time_to_take{30}, time_to_close{1};

bool must_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

LiveSocket::LiveSocket(int descriptor) : descriptor_(descriptor) {
  if (descriptor_ < 0) return;
  ::fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
  ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) | O_NONBLOCK);
}

LiveSocket::LiveSocket(LiveSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

LiveSocket& LiveSocket::operator=(LiveSocket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

LiveSocket::~LiveSocket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

LiveClient::LiveClient(LiveSocket socket) : socket_(std::move(socket)) {
  enter(Step::reading, time_to_ask);
}

void LiveClient::enter(Step step, seconds patience) {
  step_ = step;
  deadline_ = Clock::now() + patience;
}

short LiveClient::awaited() const { return step_ == Step::writing ? POLLOUT : POLLIN; }

std::optional<HttpRequest> LiveClient::served() const {
  return succeeds_ && all_sent_ && is_over() ? request_ : std::nullopt;
}

void LiveClient::go_on(const Find& find) {
  if (step_ == Step::reading) read(find);
  if (step_ == Step::writing) write();
  if (step_ == Step::closing) drain();
  if (Clock::now() >= deadline_) step_ = Step::over;
}

void LiveClient::read(const Find& find) {
  std::array<char, 4096> part{};
  while (step_ == Step::reading) {
    const ssize_t count = ::recv(descriptor(), part.data(), part.size(), 0);
    if (count < 0 && must_wait()) return;
    if (count <= 0) {
      step_ = Step::over;
      return;
    }
    received_.append(part.data(), static_cast<std::size_t>(count));
    const std::size_t end = received_.find("\r\n\r\n");
    if (std::min(end, received_.size()) > most_of_a_request) return refuse(431);
    if (end != std::string::npos) return answer(find, std::string_view(received_).substr(0, end));
  }
}

void LiveClient::answer(const Find& find, std::string_view head) {
  request_ = parse_request(head);
  if (!request_) return refuse(400);
  if (!is_for_this_machine(*request_)) return refuse(403);
  if (request_->method != "GET" && request_->method != "HEAD") return refuse(405);
  const std::optional<LiveResource> found = find(request_->path);
  if (!found) return refuse(404);
  succeeds_ = request_->method == "GET";
  reply({200, found->type, found->policy, found->body->size()}, found->body);
}

void LiveClient::refuse(int status) {
  const auto body = std::make_shared<const std::string>(std::string(reason_of(status)) + "\n");
  HttpHead head;
  head.status = status;
  head.length = body->size();
  reply(std::move(head), body);
}

void LiveClient::reply(HttpHead head, std::shared_ptr<const std::string> body) {
  const bool only_head = request_ && request_->method == "HEAD";
  head_ = to_text(head);
  body_ = only_head ? std::make_shared<const std::string>() : std::move(body);
  enter(Step::writing, time_to_take);
}

void LiveClient::write() {
  while (sent_ < head_.size() + body_->size()) {
    const std::string_view rest = sent_ < head_.size()
                                      ? std::string_view(head_).substr(sent_)
                                      : std::string_view(*body_).substr(sent_ - head_.size());
    const ssize_t count = ::send(descriptor(), rest.data(), rest.size(), no_signal);
    if (count < 0 && must_wait()) return;
    if (count < 0) {
      step_ = Step::over;
      return;
    }
    sent_ += static_cast<std::size_t>(count);
  }
  all_sent_ = true;
  // Who closes while something is still unread takes the answer away from the other.
  ::shutdown(descriptor(), SHUT_WR);
  enter(Step::closing, time_to_close);
}

void LiveClient::drain() {
  std::array<char, 4096> part{};
  constexpr int at_once = 16;  // reads, so that one who never ends does not keep the others waiting
  for (int i = 0; i < at_once; ++i) {
    const ssize_t count = ::recv(descriptor(), part.data(), part.size(), 0);
    if (count < 0 && must_wait()) return;
    if (count <= 0) {
      step_ = Step::over;
      return;
    }
  }
}

}  // namespace surefoot::cli
