#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <surefoot/data/sample.hpp>
#include <surefoot/pairs/pair_sums.hpp>

namespace surefoot {

class ObjectSums;

/// One term of a kernel as users write it: `family`, `family:lengthscale` or,
/// where the family has a shape, `family:lengthscale:shape`; one without a
/// lengthscale is `family` or `family:shape`.
struct KernelTerm {
  std::string family;
  std::optional<double> lengthscale;  // none: by the rule of the fit, if the family has one
  std::optional<double> shape;        // none: the family's usual one, if it has one
};

/// The names of the built-in families.
std::vector<std::string> kernel_families();

/// Reads `gaussian`, `laplace:2`, `gaussian:1+gaussian:10`, ...  Throws
/// Fault::usage for an unknown family (with the nearest), a bad number or a
/// term too many.
std::vector<KernelTerm> parse_kernel(const std::string& text);

/// The text that parse_kernel reads back.
std::string to_text(const std::vector<KernelTerm>& terms);

/// Whether the lengthscale of a term is left to the rule of the fit.
bool needs_lengthscale(const KernelTerm& term);

/// A kernel of any family, or a sum of several, ready to be summed over pairs.
/// Built-in families run on the instruction set of the processor; a user's own
/// RadialKernel on that of the file that it is compiled in.
class Kernel {
 public:
  /// Throws Fault::usage unless every term that needs a lengthscale has one.
  explicit Kernel(const std::vector<KernelTerm>& terms);

  /// A kernel of the user's own.
  template <RadialKernel Own>
  explicit Kernel(const Own& own, const std::string& name = "own")
      : Kernel(std::make_shared<PairSums<Own, ThisIsa>>(own), name) {}

  /// A kernel between objects, which rows of one number stand for: theirs.  It has values of pairs
  /// in place of sums, and the objects must outlive it.
  explicit Kernel(const ObjectSums& objects, const std::string& name = "own")
      : objects_(&objects), text_(name) {}

  /// Null for a kernel between rows of numbers.
  const ObjectSums* objects() const { return objects_; }

  /// The sums over pairs.
  const KernelSums& sums() const { return *sums_; }

  /// k(x, x).
  double at_zero() const { return sums_->value(0.0); }

  /// False if the embedding of some term is not.
  bool bounded() const { return bounded_; }

  /// The terms of a built-in kernel; empty for a user's own.
  const std::vector<KernelTerm>& terms() const { return terms_; }

  const std::string& text() const { return text_; }

 private:
  Kernel(std::shared_ptr<const KernelSums> sums, const std::string& text)
      : sums_(std::move(sums)), text_(text) {}

  std::shared_ptr<const KernelSums> sums_;
  const ObjectSums* objects_ = nullptr;
  std::vector<KernelTerm> terms_;
  std::string text_;
  bool bounded_ = true;
};

}  // namespace surefoot
