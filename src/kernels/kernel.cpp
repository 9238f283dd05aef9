#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/kernel.hpp>

#include "simd/isa_table.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

constexpr int most_terms = GaussianSum::most;

/// What is said once about each family: how one term of it is made.
struct Family {
  std::string_view name;
  bool has_lengthscale;
  std::optional<double> shape;  // its default, where the family has one
  KernelSums* (*make)(const IsaTable&, double lengthscale, double shape);
};

constexpr std::array<Family, 6> families{{
    {"gaussian", true, {}, [](const IsaTable& t, double l, double) { return t.gaussian({l}); }},
    {"laplace", true, {}, [](const IsaTable& t, double l, double) { return t.laplace({l}); }},
    {"matern32", true, {}, [](const IsaTable& t, double l, double) { return t.matern32({l}); }},
    {"matern52", true, {}, [](const IsaTable& t, double l, double) { return t.matern52({l}); }},
    {"rational-quadratic", true, 1.0,
     [](const IsaTable& t, double l, double beta) {
       return t.rational_quadratic({l, beta});
     }},
    {"energy", false, 1.0, [](const IsaTable& t, double, double h) { return t.energy({h}); }},
}};

const Family& family(const std::string& name) {
  for (const auto& f : families)
    if (f.name == name) return f;
  if (name.empty())
    throw Error(Fault::usage, "kernel has an empty term; terms are joined by single plus signs");
  const auto names = kernel_families();
  throw Error(Fault::usage,
              fmt::format("kernel must be one of {}, but is {}{}", fmt::join(names, ", "),
                          quoted(name), did_you_mean(nearest(name, names))));
}

double positive_part(std::string_view text, const std::string& term) {
  const auto value = parse_number(text);
  if (!value || !(*value > 0.0) || *value > 1e100)
    throw Error(Fault::usage, fmt::format("the numbers of a kernel must be positive and finite, "
                                          "but {} has {}",
                                          quoted(term), quoted(text)));
  return *value;
}

KernelTerm parse_term(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
    end = text.find(':', at);
    parts.emplace_back(trim(std::string_view(text).substr(at, end - at)));
  }
  const Family& f = family(parts[0]);
  KernelTerm term{parts[0], std::nullopt, std::nullopt};
  std::size_t next = 1;
  if (f.has_lengthscale && next < parts.size())
    term.lengthscale = positive_part(parts[next++], text);
  if (f.shape && next < parts.size()) term.shape = positive_part(parts[next++], text);
  if (next < parts.size())
    throw Error(Fault::usage,
                fmt::format("kernel {} takes at most {} after its name, but is written {}", f.name,
                            next == 2 ? "one number" : "two numbers", quoted(text)));
  if (parts[0] == "energy" && term.shape && *term.shape >= 2.0)
    throw Error(Fault::usage, fmt::format("the exponent of the energy kernel must be below 2, but "
                                          "is {}",
                                          *term.shape));
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
class SumOfSums final : public KernelSums {
 public:
  void add(KernelSums* term) { terms_.emplace_back(term); }

  double cross(const Points<float>& z, const Points<float>& y, double* gradient) const override {
    return total([&](const KernelSums& term) { return term.cross(z, y, gradient); });
  }
  double cross(const Points<double>& z, const Points<double>& y, double* gradient) const override {
    return total([&](const KernelSums& term) { return term.cross(z, y, gradient); });
  }
  double self(const Points<float>& y, double* gradient) const override {
    return total([&](const KernelSums& term) { return term.self(y, gradient); });
  }
  double self(const Points<double>& y, double* gradient) const override {
    return total([&](const KernelSums& term) { return term.self(y, gradient); });
  }
  double value(double r2) const override {
    return total([&](const KernelSums& term) { return term.value(r2); });
  }
  double slope(double r2) const override {
    return total([&](const KernelSums& term) { return term.slope(r2); });
  }

 private:
  template <class Part>
  double total(Part part) const {
    double sum = 0.0;
    for (const auto& term : terms_) sum += part(*term);
    return sum;
  }

  std::vector<std::unique_ptr<KernelSums>> terms_;
};

std::shared_ptr<const KernelSums> make_sums(const std::vector<KernelTerm>& terms) {
  const IsaTable& table = isa_table();
  const auto make = [&](const KernelTerm& term) {
    const Family& f = family(term.family);
    if (f.has_lengthscale && !term.lengthscale)
      throw Error(Fault::usage, fmt::format("kernel {} needs a lengthscale", f.name));
    return f.make(table, term.lengthscale.value_or(0.0), term.shape.value_or(f.shape.value_or(0)));
  };
  if (terms.size() == 1) return std::shared_ptr<const KernelSums>(make(terms[0]));
  const bool all_gaussian = std::all_of(terms.begin(), terms.end(), [](const KernelTerm& t) {
    return t.family == "gaussian" && t.lengthscale;
  });
  if (all_gaussian) {  // one pass over the pairs instead of one for each term
    GaussianSum sum;
    for (const auto& term : terms) sum.add(*term.lengthscale);
    return std::shared_ptr<const KernelSums>(table.gaussian_sum(sum));
  }
  auto sum = std::make_shared<SumOfSums>();
  for (const auto& term : terms) sum->add(make(term));
  return sum;
}

}  // namespace

std::vector<std::string> kernel_families() {
  std::vector<std::string> names;
  for (const auto& f : families) names.emplace_back(f.name);
  return names;
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
    if (term.shape && (term.lengthscale || term.family == "energy"))
      text += ':' + shortest(*term.shape);
  }
  return text;
}

Kernel::Kernel(const std::vector<KernelTerm>& terms)
    : sums_(make_sums(terms)), terms_(terms), text_(to_text(terms)) {
  bounded_ = std::none_of(terms.begin(), terms.end(),
                          [](const KernelTerm& term) { return term.family == "energy"; });
}

bool needs_lengthscale(const KernelTerm& term) {
  return family(term.family).has_lengthscale && !term.lengthscale;
}

}  // namespace surefoot
