#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// As much of HTTP/1.1 as a page on one's own machine needs: one request a connection, none of them
// with a body.
namespace surefoot::cli {

/// The most bytes that a request may have.
inline constexpr std::size_t most_of_a_request = 8192;

struct HttpRequest {
  std::string method;
  std::string path;   // of the target, before a question mark
  std::string query;  // behind it
  std::vector<std::string> hosts;
};

/// The request that stands before the empty line at `head`'s end; none if it is not one.
std::optional<HttpRequest> parse_request(std::string_view head);

/// Whether a request was meant for this machine under a name that no stranger's server can have
/// taken: 127.0.0.1 or localhost, with any port, since a tunnel's differs from ours.
bool is_for_this_machine(const HttpRequest& request);

/// What goes before a body.
struct HttpHead {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string policy = "default-src 'none'";  // what the page may load and run
  std::size_t length = 0;
};
std::string to_text(const HttpHead& head);

/// What a status says, as the body of an answer that has no other.
std::string_view reason_of(int status);

/// Whether two texts are the same, in a time that does not tell where they differ.
bool are_equal_secrets(std::string_view a, std::string_view b);

}  // namespace surefoot::cli
