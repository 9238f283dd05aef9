#pragma once

#include <string>
#include <vector>

namespace surefoot::cli {

/// Kernel values a second on one core, each with its gradient: summed between
/// data and simulations, and over all that one evaluation of the MMD needs
/// (n m + m (m - 1) / 2 pairs).
struct PairRate {
  std::string kernel;
  int dimension;
  std::string precision;
  double cross;
  double objective;
};

/// Simulated observations a second on one core, with derivatives.
struct SimulationRate {
  std::string model;
  std::string precision;
  double observations;
};

/// Pairs a second of all evaluations together, on one thread and on all.
struct Scaling {
  int threads;
  double one;
  double all;
};

/// What this machine does in a second.  Each rate is that of the fastest of the
/// calls that fit into `seconds`, so that a busy machine disturbs it little;
/// the two of the scaling are medians of interleaved runs.
struct Throughput {
  std::vector<PairRate> pairs;  // float and double by turns
  std::vector<SimulationRate> simulations;
  double dirichlet_weights;
  Scaling scaling;
};

Throughput measure_throughput(double seconds);

}  // namespace surefoot::cli
