#pragma once

#include <map>
#include <string>

#include <surefoot/parameters.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// The prior of one parameter on its natural scale.
struct Marginal {
  /// log_of_uniform: the exponential of the parameter is uniform.
  enum class Family { normal, uniform, log_of_uniform };
  Family family;
  double first;   // mean, or lower end
  double second;  // sd, or upper end
};

/// As settings say it.
std::string to_text(const Marginal& marginal);

/// What the setting says, MARGINAL or NAME=MARGINAL,..., by name; one without a name stands for
/// all parameters.  Throws Fault::usage for what is not understood.
std::map<std::string, Marginal> parse_marginals(const std::string& text,
                                                const ParameterSpace& space);

/// A marginal cut to the box of its parameter.
class CutMarginal {
 public:
  /// Throws Fault::usage for one that has no mass in the box.
  CutMarginal(const Marginal& marginal, const Parameter& parameter);

  const Marginal& marginal() const { return marginal_; }
  const Interval& support() const { return support_; }

  /// Whether the box leaves it as it is, so that a normal is normal.
  bool uncut() const { return uncut_; }

  double quantile(double probability) const;

  /// A draw from it by a uniform number.
  double draw(double uniform) const;

  /// Up to a constant; -infinity outside the support.
  double log_density(double theta) const;

  /// z(theta) = Phi^-1(F(theta)), which is standard normal under the marginal, and its slope.
  /// Beyond z = +-4, where edges of the box would make it infinite, it goes on in a straight line.
  struct Score {
    double value;
    double slope;
  };
  Score score(double theta) const;

 private:
  double mass_between(double lower, double upper) const;
  double density(double theta) const;

  Marginal marginal_;
  Interval support_;  // natural scale
  bool uncut_;
  double mass_;           // of the marginal in the support
  Interval curved_ = {};  // where the score is no straight line
};

}  // namespace surefoot
