#pragma once

#include <stop_token>
#include <string>

#include <surefoot/bootstrap/bootstrap.hpp>

namespace surefoot {

/// Devices of one kind that compute the draws of one model.  What a model offers; the
/// library itself knows of none.
class Accelerator {
 public:
  virtual ~Accelerator() = default;

  /// Why there is no such device here; empty if there is one.
  virtual std::string missing() const = 0;

  /// How many there are, and which of them the calling thread means by "the device" from now on:
  /// the first until it says so.
  virtual int count() const { return 1; }
  virtual void use(int /*number*/) const {}

  /// What cannot be computed there, as the end of "device cuda does not serve ...";
  /// empty if all can.
  virtual std::string refusal(const Problem& problem, const Modes& modes) const = 0;

  /// Seconds until it is ready, beside the start that any device needs.
  virtual double preparation_seconds() const { return 0.0; }

  /// Makes what is only made when it is needed, and tells `events` if that takes
  /// long.  To be called before `bootstrap`; throws if the device cannot be used.
  virtual void prepare(const Events& /*events*/) const {}

  /// The device, for reports.
  virtual std::string name() const = 0;

  /// How the embeddings are computed there.
  virtual std::string evaluator(const Problem& problem) const = 0;

  /// Draws that are there when the device fails are kept; `failure` says why there are no more.
  struct Outcome {
    Draws draws;
    std::string failure;
    double seconds = 0.0;  // by the device's own clock
  };

  /// The same draws as the bootstrap on the host, up to rounding.  Draw b is a
  /// function of (problem, b) alone, bit for bit on one kind of device.
  virtual Outcome bootstrap(const Problem& problem, const Modes& modes, const DrawNumbers& numbers,
                            const Events& events, std::stop_token stop) const = 0;
};

}  // namespace surefoot
