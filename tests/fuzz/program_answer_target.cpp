#include <cstring>

#include "fuzz/targets.hpp"
#include "simulators/program_answer.hpp"

namespace surefoot::fuzz {
namespace {

// What came in pieces must be read as what came at once.
std::vector<double> read_in_pieces(const AnswerForm& form, std::string_view printed,
                                   std::size_t piece) {
  std::string received;
  std::vector<double> answer;
  while (!printed.empty() && answer.size() < form.values()) {
    const std::string_view next = printed.substr(0, piece);
    received += next;
    printed.remove_prefix(next.size());
    take_answer(form, received, answer);
  }
  return answer;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

// The first three bytes give columns, rows and size of pieces.
void read_program_answer(std::string_view bytes) {
  if (bytes.size() < 3) return;
  const auto number = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]) % 16u; };
  const std::size_t dimension = number(0) + 1, rows = number(1) + 1, piece = number(2) + 1;
  for (const Protocol protocol : {Protocol::text, Protocol::binary}) {
    const AnswerForm form{protocol, rows, dimension};
    try {
      const auto answer = read_in_pieces(form, bytes.substr(3), bytes.size());
      require(answer.size() <= form.values(), "no more values than were asked for");
      require(same_bits(answer, read_in_pieces(form, bytes.substr(3), piece)),
              "the same answer in pieces as at once");
    } catch (const WrongAnswer& wrong) {
      require(!wrong.what.empty(), "words for what was wrong");
    }
  }
}

}  // namespace surefoot::fuzz
