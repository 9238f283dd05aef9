#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/families.hpp>
#include <surefoot/kernels/kernel.hpp>

#include "simd/isa_table.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

constexpr int most_terms = GaussianSum::most;

template <class Visit>
void for_each_family(Visit visit) {
  [&]<class... F>(TypeList<F...>) { (visit(F{}), ...); }(Families{});
}

/// A family before its numbers are known.
AnyFamily named_family(const std::string& name) {
  std::optional<AnyFamily> found;
  for_each_family([&]<class F>(F family) {
    if (F::name == name) found = family;
  });
  if (found) return *found;
  if (name.empty())
    throw Error(Fault::usage, "kernel has an empty term; terms are joined by single plus signs");
  const auto names = kernel_families();
  throw Error(Fault::usage,
              fmt::format("kernel must be one of {}, but is {}{}", fmt::join(names, ", "),
                          in_quotes(name), did_you_mean(nearest(name, names))));
}

double positive_part(std::string_view text, const std::string& term) {
  const auto value = parse_number(text);
  if (!value || !(*value > 0.0) || *value > 1e100)
    throw Error(Fault::usage, fmt::format("the numbers of a kernel must be positive and finite, "
                                          "but {} has {}",
                                          in_quotes(term), in_quotes(text)));
  return *value;
}

KernelTerm parse_term(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = text.find(':', at);
    parts.emplace_back(trim(std::string_view(text).substr(at, end - at)));
  }
  KernelTerm term{parts[0], std::nullopt, std::nullopt};
  std::visit(
      [&]<class F>(const F&) {
        std::size_t next = 1;
        if (F::has_lengthscale && next < parts.size())
          term.lengthscale = positive_part(parts[next++], text);
        if (has_shape<F> && next < parts.size()) term.shape = positive_part(parts[next++], text);
        if (next < parts.size())
          throw Error(
              Fault::usage,
              fmt::format("kernel {} takes at most {} after its name, but is written {}", F::name,
                          next == 2 ? "one number" : "two numbers", in_quotes(text)));
        if constexpr (has_shape<F>)
          if (term.shape && !(*term.shape < F::shape.below))
            throw Error(Fault::usage,
                        fmt::format("the {} of the {} kernel must be below {}, but is {}",
                                    F::shape.name, F::name, F::shape.below, *term.shape));
      },
      named_family(parts[0]));
  return term;
}

/// Where the term that begins at `at` ends: at a plus that is not that of an exponent (1e+9).
std::size_t end_of_term(const std::string& text, std::size_t at) {
  std::size_t end = text.find('+', at);
  while (end != std::string::npos && end >= at + 2 && (text[end - 1] | 0x20) == 'e' &&
         (std::isdigit(static_cast<unsigned char>(text[end - 2])) || text[end - 2] == '.'))
    end = text.find('+', end + 1);
  return end;
}

/// Several kernels added up, for sums of different families.
class SumOfSums final : public TemplatedSums<SumOfSums> {
 public:
  void add(KernelSums* term) { terms_.emplace_back(term); }

  double value(double r2) const override {
    return total([&](const KernelSums& term) { return term.value(r2); });
  }
  double slope(double r2) const override {
    return total([&](const KernelSums& term) { return term.slope(r2); });
  }

 private:
  friend TemplatedSums<SumOfSums>;

  template <class Real>
  double cross_any(const Points<Real>& z, const Points<Real>& y, double* gradient) const {
    return total([&](const KernelSums& term) { return term.cross(z, y, gradient); });
  }
  template <class Real>
  double self_any(const Points<Real>& y, double* gradient) const {
    return total([&](const KernelSums& term) { return term.self(y, gradient); });
  }

  template <class Part>
  double total(Part part) const {
    double sum = 0.0;
    for (const auto& term : terms_) sum += part(*term);
    return sum;
  }

  /// The standard deviation of a sum is at most the sum of standard deviations.
  template <class Real>
  void fields_any(const Points<Real>& z, const Points<Real>& y, double* mean,
                  double* square) const {
    const auto count = static_cast<std::size_t>(y.count);
    std::vector<double> one(count), one_square(square ? count : 0);
    std::vector<double> sd(one_square.size(), 0.0);
    std::fill(mean, mean + count, 0.0);
    for (const auto& term : terms_) {
      term->fields(z, y, one.data(), square ? one_square.data() : nullptr);
      for (std::size_t j = 0; j < count; ++j) mean[j] += one[j];
      for (std::size_t j = 0; j < sd.size(); ++j)
        sd[j] += std::sqrt(std::max(one_square[j] - one[j] * one[j], 0.0));
    }
    for (std::size_t j = 0; j < sd.size(); ++j) square[j] = sd[j] * sd[j] + mean[j] * mean[j];
  }

  std::vector<std::unique_ptr<KernelSums>> terms_;
};

KernelSums* make_sums(const AnyFamily& family) {
  return std::visit([](const auto& kernel) { return isa_table().sums(kernel); }, family);
}

std::shared_ptr<const KernelSums> make_sums(const std::vector<KernelTerm>& terms) {
  std::vector<AnyFamily> families;
  for (const KernelTerm& term : terms) families.push_back(family_of(term));
  if (families.size() == 1) return std::shared_ptr<const KernelSums>(make_sums(families[0]));
  const bool all_gaussian = std::all_of(families.begin(), families.end(), [](const AnyFamily& f) {
    return std::holds_alternative<Gaussian>(f);
  });
  if (all_gaussian) {  // one pass over the pairs instead of one for each term
    GaussianSum sum;
    for (const auto& term : terms) sum.add(*term.lengthscale);
    return std::shared_ptr<const KernelSums>(isa_table().sums(sum));
  }
  auto sum = std::make_shared<SumOfSums>();
  for (const AnyFamily& family : families) sum->add(make_sums(family));
  return sum;
}

bool has_lengthscale(const KernelTerm& term) {
  return std::visit([](const auto& family) { return family.has_lengthscale; },
                    named_family(term.family));
}

}  // namespace

std::vector<std::string> kernel_families() {
  std::vector<std::string> names;
  for_each_family([&]<class F>(F) { names.emplace_back(F::name); });
  return names;
}

AnyFamily family_of(const KernelTerm& term) {
  return std::visit(
      [&]<class F>(const F&) -> AnyFamily {
        if (F::has_lengthscale && !term.lengthscale)
          throw Error(Fault::usage, fmt::format("kernel {} needs a lengthscale", F::name));
        const double lengthscale = term.lengthscale.value_or(0.0);
        if constexpr (has_shape<F>)
          return make_family<F>(lengthscale, term.shape.value_or(F::shape.usual));
        else
          return make_family<F>(lengthscale, 0.0);
      },
      named_family(term.family));
}

std::vector<KernelTerm> parse_kernel(const std::string& text) {
  std::vector<KernelTerm> terms;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = end_of_term(text, at);
    terms.push_back(parse_term(std::string(trim(std::string_view(text).substr(at, end - at)))));
  }
  if (terms.size() > most_terms)
    throw Error(Fault::usage, fmt::format("a kernel may have up to {} terms, but {} are given",
                                          most_terms, terms.size()));
  return terms;
}

std::string to_text(const std::vector<KernelTerm>& terms) {
  std::string text;
  for (const auto& term : terms) {
    if (!text.empty()) text += '+';
    text += term.family;
    if (term.lengthscale) text += ':' + shortest(*term.lengthscale);
    if (term.shape && (term.lengthscale || !has_lengthscale(term)))
      text += ':' + shortest(*term.shape);
  }
  return text;
}

Kernel::Kernel(const std::vector<KernelTerm>& terms)
    : sums_(make_sums(terms)), terms_(terms), text_(to_text(terms)) {
  bounded_ = std::all_of(terms.begin(), terms.end(), [](const KernelTerm& term) {
    return std::visit([](const auto& family) { return family.bounded; }, family_of(term));
  });
}

bool needs_lengthscale(const KernelTerm& term) {
  return has_lengthscale(term) && !term.lengthscale;
}

}  // namespace surefoot
