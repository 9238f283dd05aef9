#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "fuzz/targets.hpp"

// Feeds files to a target, and then mutations of them that are the same each time: what fuzzers
// found stays mended, and what is found easily is found by the ordinary tests.
//
//     fuzz_replay TARGET FILE|FOLDER...
//     fuzz_replay --list
namespace {

namespace fs = std::filesystem;
using surefoot::fuzz::Target;

constexpr const char* finding = "fuzz-finding";  // a file in the current folder

std::vector<std::string> contents_of(int count, char** paths) {
  std::vector<fs::path> files;
  for (int i = 0; i < count; ++i) {
    if (fs::is_directory(paths[i]))
      std::copy(fs::directory_iterator(paths[i]), {}, std::back_inserter(files));
    else
      files.emplace_back(paths[i]);
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> contents;
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    contents.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return contents;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& corpus) : corpus_(corpus) {}

  std::string operator()(std::string bytes) {
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void change(std::string& bytes) {
    const std::size_t at = below(bytes.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(bytes.size() - at, 16) + 1);
    const std::string& other = corpus_[below(corpus_.size())];
    const std::size_t from = below(other.size() + 1);
    switch (below(6)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 1:
        if (at < bytes.size()) bytes[at] = static_cast<char>(below(256));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, std::string(bytes, at, length));
        break;
      case 4:
        bytes.insert(at, other, from, below(16));
        break;
      default:
        bytes.insert(at, interesting_[below(interesting_.size())]);
    }
  }

  const std::vector<std::string>& corpus_;
  std::mt19937_64 random_{1};  // its numbers are the standard's, so the same everywhere
  const std::vector<std::string> interesting_{"-",          "+",
                                              "0",          "1e999",
                                              "-1e-999",    "nan",
                                              "inf",        "18446744073709551616",
                                              "2147483648", "\n",
                                              "\r",         "\t",
                                              " ",          ",",
                                              ":",          "=",
                                              "\"",         "'",
                                              "(",          "]",
                                              "#",          std::string(1, '\0'),
                                              "\xff"};
};

// What is being read, for the one who has to find out why it crashed.
std::string_view now_read;

void keep_and_die(int signal) {
  const int file = ::open(finding, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  [[maybe_unused]] const auto written = ::write(file, now_read.data(), now_read.size());
  constexpr std::string_view line = "surefoot: the bytes that did this are in fuzz-finding\n";
  [[maybe_unused]] const auto told = ::write(STDERR_FILENO, line.data(), line.size());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void try_one(const Target& target, std::string_view bytes) {
  now_read = bytes;
  surefoot::fuzz::run(target, bytes);
}

int replay(const Target& target, const std::vector<std::string>& corpus) {
  if (corpus.empty()) {
    std::fputs("surefoot: there are no files to read\n", stderr);
    return 1;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    std::signal(signal, keep_and_die);
  for (const std::string& bytes : corpus) try_one(target, bytes);
  Mutator mutated(corpus);
  for (std::size_t i = 0; i < target.mutations; ++i)
    try_one(target, mutated(corpus[i % corpus.size()]));
  std::printf("%zu files and %zu mutations\n", corpus.size(), target.mutations);
  return 0;
}

int list_targets() {
  for (const Target& target : surefoot::fuzz::targets()) std::printf("%s\n", target.name.data());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::string_view(words[1]) == "--list") return list_targets();
  const Target* target = count < 3 ? nullptr : surefoot::fuzz::find_target(words[1]);
  if (target != nullptr) return replay(*target, contents_of(count - 2, words + 2));
  std::fputs("surefoot: fuzz_replay --list, or fuzz_replay TARGET FILE|FOLDER...\n", stderr);
  return 64;
}
