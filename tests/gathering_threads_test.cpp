#include <functional>

#include <gathering.hpp>
#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_objective.hpp>

#include "bootstrap/fit_support.hpp"

namespace surefoot::python {
namespace {

using namespace std::chrono_literals;

/// A location and scale model, with derivatives, as the far side of a Gathering sees it.
void simulate_scale(Batch& batch) {
  const auto m = static_cast<std::size_t>(batch.simulations);
  for (std::size_t r = 0; r < static_cast<std::size_t>(batch.rows); ++r)
    for (std::size_t j = 0; j < m; ++j) {
      const double z = batch.noise[r * m + j];
      batch.y[r * m + j] = batch.theta[2 * r] + batch.theta[2 * r + 1] * z;
      if (batch.derivatives == Derivatives::no) continue;
      batch.jacobian[2 * (r * m + j)] = 1.0;
      batch.jacobian[2 * (r * m + j) + 1] = z;
    }
}

/// A thread that answers until the gathering is closed.
class Server {
 public:
  Server(Gathering& gathering, std::function<void(Batch&)> work)
      : thread_([&gathering, work = std::move(work), this] {
          while (!gathering.closed())
            if (const auto batch = gathering.next(10ms)) {
              ++batches_;
              rows_ += batch->rows;
              work(*batch);
              gathering.answer(*batch);
            }
        }) {}
  ~Server() { thread_.join(); }

  double rows_per_batch() const {
    return static_cast<double>(rows_) / std::max(1, batches_.load());
  }

 private:
  std::atomic<int> batches_{0}, rows_{0};
  std::thread thread_;
};

struct Gathered {
  Fit fit;
  double rows_per_batch;
};

Model scale_model(const std::shared_ptr<Gathering>& gathering) {
  Model model;
  model.parameters = ParameterSpace({{"location", -5.0, 5.0}, {"scale", 0.1, 5.0}});
  model.latents = {LatentKind::normal};
  model.simulator = std::make_shared<GatheringSimulator>(gathering, 1, true);
  return model;
}

Gathered fit_gathered(int rows, const std::string& threads,
                      const std::function<void(Batch&)>& work = simulate_scale) {
  const auto gathering = std::make_shared<Gathering>(rows);
  Server server(*gathering, work);
  const Sample x = observations_of("g-and-k", 60);
  Gathered result{fit(scale_model(gathering), x,
                      settings({{"draws", "60"}, {"simulations", "64"}, {"threads", threads}})),
                  0.0};
  gathering->close();
  result.rows_per_batch = server.rows_per_batch();
  return result;
}

TEST(Gathering, DoesNotChangeTheDraws) {
  const Gathered one = fit_gathered(1, "1"), many = fit_gathered(16, "16"),
                 few = fit_gathered(4, "16");
  EXPECT_EQ(one.fit.draws.rows(), 60u);
  expect_same_draws(one.fit.draws, many.fit.draws);
  expect_same_draws(one.fit.draws, few.fit.draws);
  EXPECT_EQ(one.rows_per_batch, 1.0);
  EXPECT_GT(many.rows_per_batch, 2.0);
  EXPECT_LE(few.rows_per_batch, 4.0);
}

TEST(Gathering, EndsTheFitWhenItIsClosedFromTheOtherSide) {
  const auto gathering = std::make_shared<Gathering>(8);
  std::atomic<int> calls = 0;
  Server server(*gathering, [&](Batch& batch) {
    simulate_scale(batch);
    if (++calls == 200) gathering->close();  // as if the simulator had thrown
  });
  const Fit cut = fit(scale_model(gathering), observations_of("g-and-k", 60),
                      settings({{"draws", "500"}, {"simulations", "64"}, {"threads", "8"}}));
  EXPECT_TRUE(cut.partial);
  EXPECT_LT(cut.draws.rows(), 500u);
}

TEST(Gathering, TellsThoseWhoAskTooLate) {
  Gathering gathering(4);
  gathering.close();
  Request request;
  EXPECT_THROW(gathering.ask(request), Interrupted);
  EXPECT_EQ(gathering.next(1ms), nullptr);
}

TEST(Gathering, GivesUpWaitingForRequests) {
  Gathering gathering(4);
  EXPECT_EQ(gathering.next(1ms), nullptr);
  EXPECT_FALSE(gathering.closed());
}

TEST(Gathering, KeepsRequestsOfAnotherKindApart) {
  Gathering gathering(4);
  const std::vector<double> theta{1.0, 2.0};
  const auto request = [&](int simulations) {
    return Request{.theta = theta,
                   .simulations = simulations,
                   .noise = std::vector<double>(static_cast<std::size_t>(simulations)),
                   .y = std::vector<double>(static_cast<std::size_t>(simulations))};
  };
  Request a = request(3), b = request(5), c = request(3);
  {
    const std::jthread first([&] { gathering.ask(a); }), second([&] { gathering.ask(b); }),
        third([&] { gathering.ask(c); });
    for (int answered = 0; answered < 3;)
      if (const auto batch = gathering.next(10ms)) {
        EXPECT_EQ(batch->noise.size(), static_cast<std::size_t>(batch->rows * batch->simulations));
        std::fill(batch->y.begin(), batch->y.end(), batch->simulations);
        gathering.answer(*batch);
        answered += batch->rows;
      }
  }
  EXPECT_EQ(a.y, std::vector<double>(3, 3.0));
  EXPECT_EQ(b.y, std::vector<double>(5, 5.0));
  EXPECT_EQ(c.y, std::vector<double>(3, 3.0));
}

TEST(GatheringSimulator, SaysWhenAValueIsNotANumber) {
  const Gathered bad = fit_gathered(8, "8", [](Batch& batch) {
    simulate_scale(batch);
    const auto m = static_cast<std::size_t>(batch.simulations);
    for (std::size_t r = 0; r < static_cast<std::size_t>(batch.rows); ++r)
      if (batch.theta[2 * r] < -4.0) batch.y[r * m] = std::nan("");
  });
  EXPECT_EQ(bad.fit.draws.rows(), 60u);  // the rest of the box serves
}

}  // namespace
}  // namespace surefoot::python
