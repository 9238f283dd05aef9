#include "front/ranks/one_process.hpp"
#include "front/ranks/ranks.hpp"

namespace surefoot::front {

struct Ranks::State {};

Ranks::Ranks() {
  require_one_process(
      "this surefoot was built without MPI (cmake --preset mpi has it); --part divides a run "
      "without it");
}

Ranks::~Ranks() = default;

bool Ranks::can_be_several() { return false; }
int Ranks::count() const { return 1; }
bool Ranks::leads() const { return true; }
void Ranks::give_up(const Error&) {}
Crew* Ranks::crew(const std::stop_source&, const std::stop_token&) { return nullptr; }
void Ranks::end() {}

void Ranks::agree(const std::optional<Error>& mine) {
  if (mine) throw Error(*mine);
}

}  // namespace surefoot::front
