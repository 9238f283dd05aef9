#pragma once

#include <functional>
#include <memory>

#include <surefoot/abc/smc.hpp>
#include <surefoot/model.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// Makes one worker for each thread that asks; what it was made from must outlive it.
using DistanceFactory = std::function<std::unique_ptr<AbcDistance>()>;

/// What every distance compares with, and how.
struct AbcData {
  const Model& model;
  const ParameterSpace& space;  // of the run
  const Sample& observations;
  Precision precision;  // of simulations
};

/// Double where floats, which have 24 bits, would blur the observations, and for
/// simulators that work in doubles anyway.
Precision precision_for(const Model& model, const Sample& observations);

/// The transport that a setting asks for.  Throws Fault::usage for sorting in more
/// than one dimension.
Transport choose_transport(Transport wanted, int dimension);

/// The Wasserstein distance of an order, by a transport that was chosen.
DistanceFactory wasserstein_distance(const AbcData& data, Transport transport, int order);

/// MMD^2 with all pairs in it, those of points with themselves included (the
/// V-statistic):
///
///     sum_ij (k(x_i, x_j) - 2 k(x_i, y_j) + k(y_i, y_j)) / n^2.
DistanceFactory mmd_distance(const AbcData& data, const Kernel& kernel);

}  // namespace surefoot
