#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/simulators/contamination.hpp>

#include "settings/setting_text.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1) {
    end = text.find(separator, at);
    parts.push_back(trim(text.substr(at, end - at)));
  }
  return parts;
}

// A text of the form WORD:NUMBER:NUMBER..., and the errors about it.
class Description {
 public:
  Description(const char* what, std::string_view text)
      : what_(what), text_(text), parts_(split(text, ':')) {}

  std::string_view word() const { return parts_[0]; }
  std::string_view part(std::size_t i) const { return parts_[i]; }
  std::size_t numbers() const { return parts_.size() - 1; }

  void require_form(const char* form, std::size_t fewest, std::size_t most) const {
    if (numbers() < fewest || numbers() > most)
      throw Error(Fault::usage,
                  fmt::format("{} must be {}, but is {}", what_, form, in_quotes(text_)));
  }
  double number(std::string_view part, const char* name) const {
    const auto value = parse_number(part);
    if (!value || !std::isfinite(*value)) refuse(fmt::format("a finite {}", name), part);
    return *value;
  }
  double fraction() const {
    const double value = number(part(1), "fraction");
    if (value < 0.0 || value >= 1.0) refuse("a fraction of at least 0 and below 1", part(1));
    return value;
  }
  double at_least(std::size_t i, double lower, const char* name) const {
    const double value = number(part(i), name);
    if (value < lower) refuse(fmt::format("a {} of at least {}", name, lower), part(i));
    return value;
  }
  [[noreturn]] void refuse_word(const std::vector<std::string>& known) const {
    throw Error(Fault::usage,
                fmt::format("{} must be {}, but is {}{}", what_, either(known), in_quotes(word()),
                            did_you_mean(nearest(std::string(word()), known))));
  }

 private:
  [[noreturn]] void refuse(const std::string& wanted, std::string_view found) const {
    throw Error(Fault::usage, fmt::format("{} {} must have {}, but has {}", what_, in_quotes(text_),
                                          wanted, in_quotes(found)));
  }

  const char* what_;
  std::string_view text_;
  std::vector<std::string_view> parts_;
};

// Two uses of randomness for each row that must not share a number.
enum class Use : std::uint32_t { values, order };

Noise row_noise(std::uint64_t seed, std::size_t row, Use use) {
  return Noise({.seed = seed,
                .draw = 0,
                .step = static_cast<std::uint32_t>(use),
                .index = static_cast<std::uint32_t>(row),
                .purpose = Purpose::contamination});
}

// A random permutation: the rows in the order of keys, each a function of its row.
std::vector<std::size_t> shuffled(std::size_t rows, std::uint64_t seed) {
  std::vector<double> keys(rows);
  for (std::size_t i = 0; i < rows; ++i) keys[i] = row_noise(seed, i, Use::order).uniform();
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  return order;
}

// Student's t by Bailey's polar method: sqrt(df (u^{-2/df} - 1)) cos(2 pi v).
double student_t(double df, Noise& noise) {
  const double radius = std::sqrt(df * std::expm1(-2.0 / df * std::log(noise.uniform())));
  return radius * std::cos(2.0 * std::numbers::pi * noise.uniform());
}

// Rows that are being spoiled.
struct Work {
  std::vector<double> values;
  std::size_t rows;
  std::size_t dimension;
  std::size_t spoilt;  // how many rows are to be outliers
  std::uint64_t seed;
  std::vector<bool> outlier = std::vector<bool>(rows, false);

  std::span<double> row(std::size_t i) {
    return std::span(values).subspan(i * dimension, dimension);
  }
};

void add_cluster(const Description& kind, Work& work) {
  const double centre = kind.number(kind.part(2), "centre");
  const double sd = kind.numbers() == 3 ? kind.at_least(3, 0.0, "sd") : 1.0;
  for (std::size_t i = work.rows - work.spoilt; i < work.rows; ++i) {
    Noise noise = row_noise(work.seed, i, Use::values);
    for (double& value : work.row(i)) value = centre + sd * noise.normal();
    work.outlier[i] = true;
  }
}

void add_shift(const Description& kind, Work& work) {
  std::vector<double> shifts;
  for (const auto part : split(kind.part(2), ',')) shifts.push_back(kind.number(part, "shift"));
  // Shuffling by a gather: outlier or not is decided by where a row comes from.
  const std::vector<double> clean = work.values;
  const auto order = shuffled(work.rows, work.seed);
  for (std::size_t i = 0; i < work.rows; ++i) {
    const std::size_t from = order[i];
    const bool spoil = from < work.spoilt;
    const double by = spoil ? shifts[from % shifts.size()] : 0.0;
    for (std::size_t c = 0; c < work.dimension; ++c)
      work.row(i)[c] = clean[from * work.dimension + c] + by;
    work.outlier[i] = spoil;
  }
}

void add_student_t(const Description& kind, Work& work) {
  // Below a tenth of a degree the noise overflows.
  const double df = kind.at_least(2, 0.1, "number of degrees of freedom");
  const double scale = kind.at_least(3, 0.0, "scale");
  const auto order = shuffled(work.rows, work.seed);
  for (std::size_t r = 0; r < work.spoilt; ++r) {
    Noise noise = row_noise(work.seed, order[r], Use::values);
    for (double& value : work.row(order[r])) value += scale * student_t(df, noise);
    work.outlier[order[r]] = true;
  }
}

struct Kind {
  const char* name;
  const char* form;
  std::size_t fewest, most;  // numbers after the name
  void (*add)(const Description&, Work&);
};

constexpr std::array<Kind, 3> kinds{
    {{"cluster", "cluster:FRACTION:CENTRE or cluster:FRACTION:CENTRE:SD", 2, 3, add_cluster},
     {"shift", "shift:FRACTION:BY,BY,...", 2, 2, add_shift},
     {"student-t", "student-t:FRACTION:DF:SCALE", 3, 3, add_student_t}}};

}  // namespace

ContaminatedSample contaminate(const Sample& clean, const std::string& kind, std::uint64_t seed) {
  const Description description("contaminate", kind);
  std::vector<std::string> names;
  for (const Kind& known : kinds) {
    names.emplace_back(known.name);
    if (description.word() != known.name) continue;
    description.require_form(known.form, known.fewest, known.most);
    // 0.29 of 100 rows is 29, although 0.29 * 100 is 28.999... in binary.
    const double spoilt =
        std::floor(description.fraction() * static_cast<double>(clean.size()) + 1e-9);
    Work work{.values = {clean.values().begin(), clean.values().end()},
              .rows = clean.size(),
              .dimension = static_cast<std::size_t>(clean.dimension()),
              .spoilt = static_cast<std::size_t>(spoilt),
              .seed = seed};
    known.add(description, work);
    return {Sample(std::move(work.values), clean.dimension()), std::move(work.outlier)};
  }
  description.refuse_word(names);
}

Sample generate(const std::string& generator, int observations, int dimension, std::uint64_t seed) {
  const Description description("data-generator", generator);
  if (description.word() != "cauchy") description.refuse_word(std::vector<std::string>{"cauchy"});
  if (description.numbers() != 0) description.require_form("cauchy or cauchy:LOCATION:SCALE", 2, 2);
  const bool standard = description.numbers() == 0;
  const double location = standard ? 0.0 : description.number(description.part(1), "location");
  const double scale = standard ? 1.0 : description.at_least(2, 0.0, "scale");

  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(observations) * static_cast<std::size_t>(dimension));
  for (int i = 0; i < observations; ++i) {
    Noise noise({.seed = seed,
                 .draw = 0,
                 .step = 0,
                 .index = static_cast<std::uint32_t>(i),
                 .purpose = Purpose::data});
    for (int c = 0; c < dimension; ++c)
      values.push_back(location + scale * std::tan(std::numbers::pi * (noise.uniform() - 0.5)));
  }
  return Sample(std::move(values), dimension);
}

}  // namespace surefoot
