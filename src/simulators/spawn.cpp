#include "simulators/spawn.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "posix.hpp"

namespace surefoot {
namespace {

void connect(Descriptor& read, Descriptor& write) {
  int ends[2];
  if (private_pipe(ends) != 0)
    throw Error(Fault::device,
                fmt::format("no pipe to another program could be made: {}", std::strerror(errno)));
  read = Descriptor(ends[0]);
  write = Descriptor(ends[1]);
}

// Signals that we ignore or block, it should not.
void choose_signals(posix_spawnattr_t& attributes, Group group) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&usual, signal);
  short flags = POSIX_SPAWN_SETSIGDEF;
  if (group == Group::its_own) {
    for (const int signal : {SIGINT, SIGTERM}) sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    flags |= POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK;
  }
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, flags);
}

// Ours, but for those that are given.
std::vector<std::string> environment_with(const std::vector<std::string>& variables) {
  std::vector<std::string> all = variables;
  const auto is_given = [&](std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return std::any_of(variables.begin(), variables.end(),
                       [&](const std::string& given) { return given.starts_with(name); });
  };
  for (char** variable = environment(); *variable != nullptr; ++variable)
    if (!is_given(*variable)) all.emplace_back(*variable);
  return all;
}

// Pointers to texts that stay, with the null that the system wants behind the last.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

Descriptor::~Descriptor() { close(); }

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Spawned spawn(const std::vector<std::string>& words, Group group,
              const std::vector<std::string>& variables) {
  Spawned spawned{.id = -1, .streams = {}};
  Streams its;
  connect(its.input, spawned.streams.input);
  connect(spawned.streams.output, its.output);
  connect(spawned.streams.errors, its.errors);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, its.input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, its.output.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, its.errors.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  choose_signals(attributes, group);
  const std::vector<std::string> environment = environment_with(variables);
  const int fault = ::posix_spawn(&spawned.id, words[0].c_str(), &actions, &attributes,
                                  pointers(words).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (fault != 0)
    throw Error(Fault::device, fmt::format("{} cannot be run: {}", words[0], std::strerror(fault)));
  return spawned;
}

}  // namespace surefoot
