#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/transform.hpp>

namespace surefoot {

/// One parameter of a simulator: its name, the closed box that it may not
/// leave, and the scale on which it is optimised.  An end of the box may be
/// infinite where the transform allows it.
struct Parameter {
  std::string name;
  double lower;
  double upper;
  Transform transform = Transform::identity;
};

/// The parameters of a model in the model's order, some of them perhaps held
/// at a value.  Converts between the natural scale (all parameters) and the
/// optimiser's scale (free parameters only, transformed, boxed).
class ParameterSpace {
 public:
  ParameterSpace() = default;

  /// Throws Fault::usage for a list or name that is empty, a repeated name, a
  /// box without interior (a parameter with one value is fixed, not boxed), or a
  /// box that the transform cannot take (log: lower end > 0; logit: finite width).
  explicit ParameterSpace(std::vector<Parameter> parameters);

  int size() const { return static_cast<int>(parameters_.size()); }
  int free_size() const { return static_cast<int>(free_.size()); }
  const Parameter& operator[](int k) const { return parameters_[static_cast<std::size_t>(k)]; }

  /// Which parameters are free, and the values of the others (NaN where free).
  std::span<const int> free() const { return free_; }
  std::span<const double> held() const { return held_; }
  std::vector<std::string> names() const;

  /// Index of a name; throws Fault::usage, with the nearest name, for another.
  int index(const std::string& name) const;

  /// Replaces the box of one parameter.  Throws Fault::usage for a box that the
  /// constructor would refuse, or that leaves out the value the parameter is held at.
  void bound(const std::string& name, double lower, double upper);

  /// Holds one parameter at a value inside its box, ends included.  Throws
  /// Fault::usage for a value outside, and when no parameter would be left to fit.
  void fix(const std::string& name, double value);

  /// Optimiser's scale -> natural scale; the result is never outside the box,
  /// whatever the rounding.
  void to_natural(std::span<const double> eta, std::span<double> theta) const;

  /// Natural scale -> optimiser's scale, clamped into the box.  What `theta` says
  /// of held parameters is not looked at.
  void to_optimiser(std::span<const double> theta, std::span<double> eta) const;

  /// Turns a gradient in theta into one in eta at `theta`, by the chain rule:
  ///
  ///     df/deta = df/dtheta * dtheta/deta,   free parameters only.
  void pull_back(std::span<const double> theta, std::span<const double> gradient,
                 std::span<double> eta_gradient) const;

  /// The box of eta.  The logit's is cut where theta rounds to the end of its own
  /// box, since beyond that eta moves nothing.
  std::span<const double> lower() const { return lower_; }
  std::span<const double> upper() const { return upper_; }

  /// Whether some free coordinate of eta sits on a finite end of its box, up to
  /// rounding.  Under the logit, whose slope fades long before the end, theta
  /// within a millionth of its box's width of an end counts.
  bool at_edge(std::span<const double> eta) const;

 private:
  void rebuild();

  std::vector<Parameter> parameters_;
  std::vector<double> held_;  // value where fixed, NaN where free
  std::vector<int> free_;
  std::vector<double> lower_, upper_;
};

/// Parameters as users write them: NAME=LO:HI,..., with :log or :logit behind
/// those that are to be optimised on that scale.
std::vector<Parameter> parse_parameters(std::string_view text);

}  // namespace surefoot
