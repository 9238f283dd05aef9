#pragma once

#include <span>
#include <string>
#include <vector>

#include <surefoot/batch/batch.hpp>

#include "simulators/shared_memory.hpp"

// One call of a simulator, as it lies in memory that two processes share.
namespace surefoot {

/// What a call came to, in the worker's words.
enum class CallOutcome : char { failed, fine, threw };

/// Writes all that a worker must know, and returns where its answer will lie.  `out` says by its
/// shape what is wanted.
template <class Real>
std::size_t write_call(SharedMemory& memory, std::span<const double> theta,
                       const LatentTable<Real>& latents, Derivatives derivatives,
                       const Simulation<Real>& out);

/// Reads what a worker has simulated.  No size is read from the memory, which the worker's code may
/// have written anywhere.
template <class Real>
void read_answer(const SharedMemory& memory, std::size_t at, Derivatives derivatives,
                 Simulation<Real>& out);

/// What was thrown, as `what_was_thrown` says it, after CallOutcome::threw.
std::string read_thrown(const SharedMemory& memory);

/// Carries out calls, in a worker: with the rounding and the treatment of denormal numbers of
/// whoever wrote them, so that results have the same bits as there.
class CallServer {
 public:
  explicit CallServer(const BatchSimulator& simulator) : simulator_(simulator) {}
  CallOutcome carry_out(const SharedMemory& memory);

 private:
  template <class Real>
  struct Room {
    LatentTable<Real> latents;
    Simulation<Real> out;
  };
  template <class Real>
  bool simulate(const SharedMemory& memory, Room<Real>& room);

  const BatchSimulator& simulator_;
  std::vector<double> theta_;
  std::vector<LatentKind> kinds_;
  Room<float> floats_;
  Room<double> doubles_;
};

}  // namespace surefoot
