#include "watch/http.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace surefoot::cli {
namespace {

/// What stands before the separator, which is taken away with it; all, where there is none.
std::string_view cut_before(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return part;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<HttpRequest> parse_request(std::string_view head) {
  std::string_view line = cut_before(head, "\r\n");
  HttpRequest request;
  request.method = cut_before(line, " ");
  std::string_view target = cut_before(line, " ");
  if (request.method.empty() || !target.starts_with('/') || !line.starts_with("HTTP/1."))
    return std::nullopt;
  request.path = cut_before(target, "?");
  request.query = target;
  while (!head.empty()) {
    std::string_view field = cut_before(head, "\r\n");
    if (field.empty()) break;
    if (field.find(':') == std::string_view::npos) return std::nullopt;
    if (lower_case(cut_before(field, ":")) == "host")
      request.hosts.push_back(lower_case(without_blanks(field)));
  }
  return request;
}

bool is_for_this_machine(const HttpRequest& request) {
  if (request.hosts.size() != 1) return false;
  std::string_view host = request.hosts.front();
  const bool with_port = host.find(':') != std::string_view::npos;
  const std::string_view name = cut_before(host, ":");
  return (name == "127.0.0.1" || name == "localhost") && (!with_port || is_port(host));
}

std::string to_text(const HttpHead& head) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Type: {}\r\n"
      "Content-Length: {}\r\n"
      "Content-Security-Policy: {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Cache-Control: no-store\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "{}"
      "Connection: close\r\n\r\n",
      head.status, reason_of(head.status), head.type, head.length, head.policy,
      head.status == 405 ? "Allow: GET, HEAD\r\n" : "");
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Internal Server Error";
  }
}

bool are_equal_secrets(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace surefoot::cli
