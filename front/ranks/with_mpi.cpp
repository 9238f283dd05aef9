#include <chrono>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

#include "front/ranks/messages.hpp"
#include "front/ranks/rank_crew.hpp"
#include "front/ranks/ranks.hpp"

namespace surefoot::front {
namespace {

/// MPI takes a while to start, which a program that is alone need not wait for.
bool started_by_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

/// How many ranks on this machine have lower numbers.
int neighbours_before() {
  MPI_Comm neighbours = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
  int before = 0;
  MPI_Comm_rank(neighbours, &before);
  MPI_Comm_free(&neighbours);
  return before;
}

struct Told {
  int fault = 0;
  std::uint32_t size = 0;
};

}  // namespace

void RankCrew::gather(std::span<double> values, const std::optional<Error>& error) {
  place_.agree(error);
  // Where one has a value the others have 0: put together bit by bit, every value stays what it is.
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T, MPI_BOR,
                MPI_COMM_WORLD);
}

struct Ranks::State {
  int number = 0, count = 1;
  int agreements = 0;  // of those that a run has: when the input is read, and when draws begin

  void agree(const std::optional<Error>& mine);

  std::unique_ptr<Crew> crew;
};

Ranks::Ranks() : state_(std::make_unique<State>()) {
  if (!started_by_mpirun()) return;
  int level = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &state_->number);
  MPI_Comm_size(MPI_COMM_WORLD, &state_->count);
}

Ranks::~Ranks() {
  int begun = 0, ended = 0;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  if (begun != 0 && ended == 0) MPI_Finalize();
}

bool Ranks::can_be_several() { return true; }

int Ranks::count() const { return state_->count; }
bool Ranks::leads() const { return state_->number == 0; }

void Ranks::give_up(const Error& mine) {
  if (count() == 1 || state_->agreements >= 2) return;
  try {
    agree(mine);
  } catch (const Error&) {
    // It is told where it was met.
  }
}

void Ranks::agree(const std::optional<Error>& mine) {
  ++state_->agreements;
  if (count() > 1) return state_->agree(mine);
  if (mine) throw Error(*mine);
}

void Ranks::State::agree(const std::optional<Error>& mine) {
  const int one = mine ? number : count;
  int first = count;
  MPI_Allreduce(&one, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == count) return;
  std::string text = mine ? mine->what() : "";
  Told told{mine ? static_cast<int>(mine->fault()) : 0, static_cast<std::uint32_t>(text.size())};
  MPI_Bcast(&told, sizeof told, MPI_BYTE, first, MPI_COMM_WORLD);
  text.resize(told.size);
  MPI_Bcast(text.data(), static_cast<int>(told.size), MPI_BYTE, first, MPI_COMM_WORLD);
  agreements = 2;  // there is nothing more to agree on
  throw Error(static_cast<Fault>(told.fault),
              first == 0 ? text : fmt::format("rank {}: {}", first, text));
}

Crew* Ranks::crew(const std::stop_source& stop, const std::stop_token& leave) {
  if (count() == 1) return nullptr;
  const RankCrew::Place place{state_->number, count(), neighbours_before(),
                              [this](const std::optional<Error>& mine) { state_->agree(mine); },
                              [this] { agree(std::nullopt); }};
  if (leads())
    state_->crew = std::make_unique<LeadingCrew>(place);
  else
    state_->crew = std::make_unique<FollowingCrew>(place, stop, leave);
  return state_->crew.get();
}

void Ranks::end() {
  if (leads()) {
    for (int rank = 1; rank < count(); ++rank) send(rank, ended, std::string());
    return;
  }
  while (true) {  // without the processor time that waiting inside of MPI takes
    const auto message = receive();
    if (message && message->tag == ended) return;
    if (!message) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace surefoot::front
