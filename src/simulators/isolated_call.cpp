#include "simulators/isolated_call.hpp"

#include <algorithm>
#include <array>
#include <cfenv>
#include <cstring>

#include "simulators/header_call.hpp"

namespace surefoot {
namespace {

struct CallHead {
  std::size_t theta, kinds, values, weights, y, jacobian;  // how many there are of each
  std::size_t bytes_of_real;
  int latent_count, count, dimension, parameters;
  std::uint64_t seed;
  Derivatives derivatives;
  std::fenv_t arithmetic;
  std::array<char, 512> thrown;
};

constexpr std::size_t whole_lines(std::size_t bytes) {
  return (bytes + cache_line - 1) / cache_line * cache_line;
}

/// Places of the arrays behind the head, each of which starts on a cache line.
struct CallPlaces {
  explicit CallPlaces(const CallHead& head)
      : theta(whole_lines(sizeof(CallHead))),
        kinds(theta + whole_lines(head.theta * sizeof(double))),
        values(kinds + whole_lines(head.kinds * sizeof(LatentKind))),
        weights(values + whole_lines(head.values * head.bytes_of_real)),
        y(weights + whole_lines(head.weights * head.bytes_of_real)),
        jacobian(y + whole_lines(head.y * head.bytes_of_real)),
        end(jacobian + whole_lines(head.jacobian * head.bytes_of_real)) {}
  const std::size_t theta, kinds, values, weights, y, jacobian, end;
};

template <class Values>
void copy_in(const SharedMemory& memory, std::size_t at, const Values& values) {
  if (values.size() > 0)
    std::memcpy(memory.data() + at, values.data(), values.size() * sizeof(values[0]));
}

template <class Values>
void copy_out(const SharedMemory& memory, std::size_t at, Values& values) {
  if (values.size() > 0)
    std::memcpy(values.data(), memory.data() + at, values.size() * sizeof(values[0]));
}

CallHead head_in(const SharedMemory& memory) {
  CallHead head;
  std::memcpy(&head, memory.data(), sizeof(head));
  return head;
}

template <class Real>
std::size_t jacobian_size(Derivatives derivatives, const Simulation<Real>& out) {
  return derivatives == Derivatives::yes ? out.jacobian.size() : 0;
}

void write_thrown(const SharedMemory& memory, const std::string& text) {
  auto* head = reinterpret_cast<CallHead*>(memory.data());
  const std::size_t length = std::min(text.size(), head->thrown.size() - 1);
  std::copy_n(text.begin(), length, head->thrown.begin());
  head->thrown[length] = '\0';
}

}  // namespace

template <class Real>
std::size_t write_call(SharedMemory& memory, std::span<const double> theta,
                       const LatentTable<Real>& latents, Derivatives derivatives,
                       const Simulation<Real>& out) {
  CallHead head{.theta = theta.size(),
                .kinds = latents.kinds.size(),
                .values = latents.values.size(),
                .weights = latents.weights.size(),
                .y = out.y.size(),
                .jacobian = jacobian_size(derivatives, out),
                .bytes_of_real = sizeof(Real),
                .latent_count = latents.count,
                .count = out.count,
                .dimension = out.dimension,
                .parameters = out.parameters,
                .seed = latents.seed,
                .derivatives = derivatives,
                .arithmetic = {},
                .thrown = {}};
  std::fegetenv(&head.arithmetic);
  const CallPlaces places(head);
  memory.grow(places.end);
  std::memcpy(memory.data(), &head, sizeof(head));
  copy_in(memory, places.theta, theta);
  copy_in(memory, places.kinds, latents.kinds);
  copy_in(memory, places.values, latents.values);
  copy_in(memory, places.weights, latents.weights);
  return places.y;
}

template <class Real>
void read_answer(const SharedMemory& memory, std::size_t at, Derivatives derivatives,
                 Simulation<Real>& out) {
  copy_out(memory, at, out.y);
  if (jacobian_size(derivatives, out) > 0)
    copy_out(memory, at + whole_lines(out.y.size() * sizeof(Real)), out.jacobian);
}

std::string read_thrown(const SharedMemory& memory) {
  const CallHead head = head_in(memory);
  return {head.thrown.begin(), std::find(head.thrown.begin(), head.thrown.end(), '\0')};
}

CallOutcome CallServer::carry_out(const SharedMemory& memory) {
  const std::size_t bytes = head_in(memory).bytes_of_real;
  try {
    const bool fine =
        bytes == sizeof(float) ? simulate(memory, floats_) : simulate(memory, doubles_);
    return fine ? CallOutcome::fine : CallOutcome::failed;
  } catch (...) {
    write_thrown(memory, what_was_thrown());
    return CallOutcome::threw;
  }
}

template <class Real>
bool CallServer::simulate(const SharedMemory& memory, Room<Real>& room) {
  const CallHead head = head_in(memory);
  const CallPlaces places(head);
  auto& [latents, out] = room;
  theta_.resize(head.theta);
  copy_out(memory, places.theta, theta_);
  kinds_.resize(head.kinds);
  copy_out(memory, places.kinds, kinds_);
  latents.resize(head.latent_count, kinds_);
  latents.seed = head.seed;
  copy_out(memory, places.values, latents.values);
  copy_out(memory, places.weights, latents.weights);
  out.resize(head.count, head.dimension, head.parameters, head.derivatives);
  std::fesetenv(&head.arithmetic);
  const bool fine = simulator_.simulate(theta_, latents, head.derivatives, out);
  copy_in(memory, places.y, out.y);
  if (head.jacobian == out.jacobian.size()) copy_in(memory, places.jacobian, out.jacobian);
  return fine;
}

template std::size_t write_call(SharedMemory&, std::span<const double>, const LatentTable<float>&,
                                Derivatives, const Simulation<float>&);
template std::size_t write_call(SharedMemory&, std::span<const double>, const LatentTable<double>&,
                                Derivatives, const Simulation<double>&);
template void read_answer(const SharedMemory&, std::size_t, Derivatives, Simulation<float>&);
template void read_answer(const SharedMemory&, std::size_t, Derivatives, Simulation<double>&);

}  // namespace surefoot
