#include "gathering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <surefoot/bootstrap/draw_objective.hpp>

namespace surefoot::python {
namespace {

bool alike(const Request& a, const Request& b) {
  return a.simulations == b.simulations && a.derivatives == b.derivatives;
}

void append(std::vector<double>& all, std::span<const double> some) {
  all.insert(all.end(), some.begin(), some.end());
}

/// Hands out the next part of what a batch holds for all.
void take_share(const std::vector<double>& all, std::size_t row, std::vector<double>& share) {
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(row * share.size());
  std::copy_n(from, share.size(), share.begin());
}

/// Latents as rows of doubles: what simulators of one's own expect.
template <class Real>
std::vector<double> rows_of(const LatentTable<Real>& latents) {
  const std::size_t columns = latents.kinds.size(), rows = static_cast<std::size_t>(latents.count);
  std::vector<double> noise(rows * columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const Real* column = latents.values.data() + c * static_cast<std::size_t>(latents.stride);
    for (std::size_t j = 0; j < rows; ++j) noise[j * columns + c] = static_cast<double>(column[j]);
  }
  return noise;
}

/// Values into the columns of a simulation; false if one is not a number.
template <class Real>
bool place_values(const std::vector<double>& y, Simulation<Real>& out) {
  constexpr double limit = far_away<Real>;
  const auto columns = static_cast<std::size_t>(out.dimension);
  bool numbers = true;
  for (std::size_t c = 0; c < columns; ++c) {
    Real* column = out.y.data() + c * static_cast<std::size_t>(out.stride);
    for (std::size_t j = 0; j < static_cast<std::size_t>(out.count); ++j) {
      const double value = y[j * columns + c];
      numbers &= !std::isnan(value);
      column[j] = static_cast<Real>(std::clamp(value, -limit, limit));
    }
    // The padding has no weight, but must be numbers.
    std::fill(column + out.count, column + out.stride, Real(0));
  }
  return numbers;
}

/// Derivatives likewise; those of values that are far away are 0.
template <class Real>
bool place_jacobian(const Request& request, Simulation<Real>& out) {
  constexpr double limit = far_away<Real>, largest = std::numeric_limits<Real>::max();
  const auto columns = static_cast<std::size_t>(out.dimension);
  const auto parameters = static_cast<std::size_t>(out.parameters);
  bool numbers = true;
  Real* row = out.jacobian.data();
  for (std::size_t k = 0; k < parameters; ++k)
    for (std::size_t c = 0; c < columns; ++c, row += out.stride) {
      for (std::size_t j = 0; j < static_cast<std::size_t>(out.count); ++j) {
        const std::size_t i = j * columns + c;
        const bool near = std::abs(request.y[i]) < limit;
        const double slope = near ? request.jacobian[i * parameters + k] : 0.0;
        numbers &= std::abs(slope) <= largest;
        row[j] = static_cast<Real>(slope);
      }
      std::fill(row + out.count, row + out.stride, Real(0));
    }
  return numbers;
}

}  // namespace

void Gathering::ask(Request& request) {
  std::unique_lock lock(mutex_);
  if (closed_) throw Interrupted{};
  request.worker = std::this_thread::get_id();
  about_.insert(request.worker);
  waiting_.push_back(&request);
  last_request_ = Clock::now();
  if (waiting_.size() == 1 || gathered()) asked_.notify_one();
  answered_.wait(lock, [&] { return request.answered || closed_; });
  if (!request.answered) throw Interrupted{};
}

bool Gathering::gathered() const { return waiting_.size() >= std::min(about_.size(), most_rows_); }

std::shared_ptr<Batch> Gathering::next(Clock::duration time) {
  std::unique_lock lock(mutex_);
  asked_.wait_for(lock, time, [&] { return !waiting_.empty() || closed_; });
  while (!closed_ && !waiting_.empty() && !gathered()) {
    const auto deadline = last_request_ + patience_;
    if (Clock::now() >= deadline) break;
    asked_.wait_until(lock, deadline);
  }
  if (closed_ || waiting_.empty()) return nullptr;
  return take();
}

std::shared_ptr<Batch> Gathering::take() {
  if (!gathered()) {
    about_.clear();
    for (const Request* request : waiting_) about_.insert(request->worker);
  }
  auto batch = std::make_shared<Batch>();
  const Request& first = *waiting_.front();
  std::vector<Request*> later;
  for (Request* request : waiting_) {
    const bool fits = batch->requests.size() < most_rows_ && alike(*request, first);
    (fits ? batch->requests : later).push_back(request);
  }
  waiting_ = std::move(later);
  batch->rows = static_cast<int>(batch->requests.size());
  batch->simulations = first.simulations;
  batch->derivatives = first.derivatives;
  for (const Request* request : batch->requests) {
    append(batch->theta, request->theta);
    append(batch->noise, request->noise);
    batch->seeds.push_back(request->seed);
  }
  batch->y.resize(first.y.size() * batch->requests.size());
  batch->jacobian.resize(first.jacobian.size() * batch->requests.size());
  taken_ = Clock::now();
  return batch;
}

void Gathering::answer(const Batch& batch) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;  // nobody waits any more
  for (std::size_t r = 0; r < batch.requests.size(); ++r) {
    take_share(batch.y, r, batch.requests[r]->y);
    take_share(batch.jacobian, r, batch.requests[r]->jacobian);
    batch.requests[r]->answered = true;
  }
  patience_ = std::clamp(Clock::now() - taken_, shortest_patience, longest_patience);
  answered_.notify_all();
}

void Gathering::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  waiting_.clear();
  asked_.notify_all();
  answered_.notify_all();
}

void Gathering::open() {
  const std::lock_guard lock(mutex_);
  closed_ = false;
}

bool Gathering::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

template <class Real>
bool GatheringSimulator::run(std::span<const double> theta, const LatentTable<Real>& latents,
                             Derivatives derivatives, Simulation<Real>& out) const {
  const bool slopes = derivatives == Derivatives::yes;
  if (slopes && !differentiable_) return false;
  ++calls_;
  const std::size_t size = static_cast<std::size_t>(out.count) * dimension_;
  Request request{.theta = theta,
                  .simulations = out.count,
                  .seed = latents.seed,
                  .derivatives = derivatives,
                  .noise = rows_of(latents),
                  .y = std::vector<double>(size),
                  .jacobian = std::vector<double>(slopes ? size * theta.size() : 0)};
  gathering_->ask(request);
  const bool numbers = place_values(request.y, out) && (!slopes || place_jacobian(request, out));
  if (!numbers) ++not_numbers_;
  return numbers;
}

bool GatheringSimulator::simulate(std::span<const double> theta, const LatentTable<float>& latents,
                                  Derivatives derivatives, Simulation<float>& out) const {
  return run(theta, latents, derivatives, out);
}

bool GatheringSimulator::simulate(std::span<const double> theta, const LatentTable<double>& latents,
                                  Derivatives derivatives, Simulation<double>& out) const {
  return run(theta, latents, derivatives, out);
}

}  // namespace surefoot::python
