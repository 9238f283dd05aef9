#include <algorithm>
#include <mutex>

#include <surefoot/draws/crew.hpp>

#include "draws/draw_bytes.hpp"

namespace surefoot {
namespace {

/// What stands in front of a draw.
struct Shape {
  std::uint32_t parameters = 0;
  bool finished = false;
  bool prior_cut = false;
  std::int8_t fault = -1;  // of the error, whose text follows the draw; -1: none, and where it
                           // failed follows, if that is known
};

class LoneDesk final : public DrawDesk {
 public:
  explicit LoneDesk(const CrewTask& task) : task_(task) {}

  std::vector<std::uint32_t> next(std::size_t most) override {
    if (task_.over()) return {};
    const std::lock_guard lock(mutex_);
    const auto begin = task_.numbers.list().begin() + static_cast<std::ptrdiff_t>(given_);
    const std::size_t count = std::min(most, task_.numbers.size() - given_);
    given_ += count;
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

  void take(MadeDraw draw) override {
    const std::lock_guard lock(keeping_);
    task_.keep(std::move(draw));
  }

 private:
  const CrewTask& task_;
  std::mutex mutex_, keeping_;
  std::size_t given_ = 0;
};

}  // namespace

std::string to_bytes(const MadeDraw& draw) {
  const Shape shape{static_cast<std::uint32_t>(draw.row.theta.size()), draw.row.finished,
                    draw.row.prior_cut,
                    draw.error ? static_cast<std::int8_t>(draw.error->fault()) : std::int8_t{-1}};
  std::string bytes;
  put(bytes, shape.parameters);
  put(bytes, shape.finished);
  put(bytes, shape.prior_cut);
  put(bytes, shape.fault);
  put_draw(bytes, draw.number, draw.row.theta, draw.row.info);
  if (draw.error)
    bytes += draw.error->what();
  else
    for (const double value : draw.row.failed_at) put(bytes, value);
  return bytes;
}

MadeDraw made_draw_of(std::string_view bytes) {
  const Error strange(Fault::internal, "a draw from another process cannot be read");
  Shape shape;
  if (bytes.size() < sizeof(shape.parameters) + 3) throw Error(strange);
  take(bytes, shape.parameters);
  take(bytes, shape.finished);
  take(bytes, shape.prior_cut);
  take(bytes, shape.fault);
  if (shape.parameters > bytes.size() || bytes.size() < draw_size(shape.parameters) ||
      shape.fault > static_cast<std::int8_t>(Fault::internal))
    throw Error(strange);
  auto read = take_draw(bytes, shape.parameters);
  if (!read) throw Error(strange);
  MadeDraw draw{read->number,
                {shape.finished, shape.prior_cut, std::move(read->theta), read->info}};
  if (shape.fault >= 0) {
    draw.error.emplace(static_cast<Fault>(shape.fault), std::string(bytes));
    return draw;
  }
  if (!bytes.empty() && bytes.size() != shape.parameters * sizeof(double)) throw Error(strange);
  draw.row.failed_at.resize(bytes.size() / sizeof(double));
  for (double& value : draw.row.failed_at) take(bytes, value);
  return draw;
}

void LoneCrew::make(const CrewTask& task) {
  LoneDesk desk(task);
  task.work(desk);
}

}  // namespace surefoot
