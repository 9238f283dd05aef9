#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/data/read.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/prior/base_measure.hpp>
#include <surefoot/settings/config.hpp>

#include "settings/setting_rows.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

Coordinates numbered(Coordinates at, int k) {
  at.index += static_cast<std::uint32_t>(k);
  return at;
}

/// Independent columns, each location + spread * (uniform or normal).
class Columns final : public BaseMeasure {
 public:
  Columns(LatentKind kind, std::vector<double> location, std::vector<double> spread)
      : kind_(kind), location_(std::move(location)), spread_(std::move(spread)) {}

  std::vector<double> draw(const Coordinates& at, int count) const override {
    std::vector<double> rows;
    rows.reserve(static_cast<std::size_t>(count) * location_.size());
    for (int k = 0; k < count; ++k) {
      Noise noise(numbered(at, k));
      for (std::size_t c = 0; c < location_.size(); ++c) {
        const double u = kind_ == LatentKind::normal ? noise.normal() : noise.uniform();
        rows.push_back(location_[c] + spread_[c] * u);
      }
    }
    return rows;
  }

 private:
  LatentKind kind_;
  std::vector<double> location_, spread_;
};

class Resampled final : public BaseMeasure {
 public:
  explicit Resampled(Sample rows) : rows_(std::move(rows)) {}

  std::vector<double> draw(const Coordinates& at, int count) const override {
    std::vector<double> chosen;
    for (int k = 0; k < count; ++k) {
      Noise noise(numbered(at, k));
      const auto i = static_cast<std::size_t>(noise.uniform() * static_cast<double>(rows_.size()));
      const auto row = rows_.row(i);
      chosen.insert(chosen.end(), row.begin(), row.end());
    }
    return chosen;
  }

 private:
  Sample rows_;
};

/// The model itself: at one theta, or at a theta of its own for each pseudo-observation.
class Simulated final : public BaseMeasure {
 public:
  Simulated(const Model& model, std::vector<double> theta) : model_(model), theta_(theta) {}

  std::vector<double> draw(const Coordinates& at, int count) const override {
    if (!theta_.empty()) {
      const Sample rows = simulate_iid(model_, theta_, count, at);
      return {rows.values().begin(), rows.values().end()};
    }
    std::vector<double> rows;
    std::vector<double> theta(static_cast<std::size_t>(model_.parameters.size()));
    for (int k = 0; k < count; ++k) {
      Coordinates here = numbered(at, k);
      here.step = 1;  // apart from the simulation's own numbers
      Noise noise(here);
      for (int i = 0; i < model_.parameters.size(); ++i) {
        const Parameter& p = model_.parameters[i];
        theta[static_cast<std::size_t>(i)] = p.lower + noise.uniform() * (p.upper - p.lower);
      }
      // Held parameters keep their values.
      std::vector<double> eta(static_cast<std::size_t>(model_.parameters.free_size()));
      model_.parameters.to_optimiser(theta, eta);
      model_.parameters.to_natural(eta, theta);
      const Sample row = simulate_iid(model_, theta, 1, numbered(at, k));
      rows.insert(rows.end(), row.values().begin(), row.values().end());
    }
    return rows;
  }

 private:
  Model model_;
  std::vector<double> theta_;  // empty: uniform on the box
};

std::shared_ptr<const BaseMeasure> normal_of(const Sample& x) {
  const auto n = static_cast<double>(x.size());
  std::vector<double> mean(static_cast<std::size_t>(x.dimension())), sd(mean.size());
  for (std::size_t c = 0; c < mean.size(); ++c) {
    for (std::size_t i = 0; i < x.size(); ++i) mean[c] += x(i, static_cast<int>(c)) / n;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double r = x(i, static_cast<int>(c)) - mean[c];
      sd[c] += r * r / n;
    }
    sd[c] = std::sqrt(sd[c]);
  }
  return std::make_shared<Columns>(LatentKind::normal, mean, sd);
}

[[noreturn]] void refuse(const std::string& text) {
  throw Error(Fault::usage,
              fmt::format("base-measure must be {}, but is {}",
                          row_of<&FitConfig::base_measure>().limits.form, in_quotes(text)));
}

std::pair<double, double> two_numbers(const std::string& text, const std::string& whole) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) refuse(whole);
  const auto first = parse_number(text.substr(0, colon));
  const auto second = parse_number(text.substr(colon + 1));
  if (!first || !second || !std::isfinite(*first) || !std::isfinite(*second)) refuse(whole);
  constexpr double largest = 1e100;  // whose sums and squares are numbers
  if (std::max(std::abs(*first), std::abs(*second)) > largest)
    throw Error(
        Fault::usage,
        fmt::format("the numbers of a base measure must lie between -{0} and {0}, but those "
                    "of {1} do not",
                    largest, in_quotes(whole)));
  return {*first, *second};
}

std::vector<double> theta_of(const std::string& text, const Model& model) {
  FitConfig parsed;
  set(parsed, "start", text);
  std::vector<double> theta(static_cast<std::size_t>(model.parameters.size()), NAN);
  for (const auto& [name, value] : parsed.start)
    theta[static_cast<std::size_t>(model.parameters.index(name))] = value;
  for (int k = 0; k < model.parameters.size(); ++k)
    if (std::isnan(theta[static_cast<std::size_t>(k)]))
      throw Error(Fault::usage, fmt::format("base-measure simulator needs a value for every "
                                            "parameter, but {} has none",
                                            model.parameters[k].name));
  return theta;
}

}  // namespace

std::shared_ptr<const BaseMeasure> make_base_measure(const std::string& text, const Model& model,
                                                     const Sample& observations) {
  const auto d = static_cast<std::size_t>(observations.dimension());
  const auto colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (text == "normal:auto") return normal_of(observations);
  if (kind == "normal") {
    const auto [mean, sd] = two_numbers(rest, text);
    if (sd <= 0.0) refuse(text);
    return std::make_shared<Columns>(LatentKind::normal, std::vector(d, mean), std::vector(d, sd));
  }
  if (kind == "uniform") {
    const auto [low, high] = two_numbers(rest, text);
    if (low >= high) refuse(text);
    return std::make_shared<Columns>(LatentKind::uniform, std::vector(d, low),
                                     std::vector(d, high - low));
  }
  if (kind == "file" && !rest.empty())
    return std::make_shared<Resampled>(
        read_sample(rest,
                    {.columns = {}, .drop_nonfinite = false, .dimension = static_cast<int>(d)})
            .observations);
  if (kind == "simulator" && !rest.empty())
    return std::make_shared<Simulated>(model, theta_of(rest, model));
  if (text == "prior-box") {
    for (int k = 0; k < model.parameters.size(); ++k)
      if (!std::isfinite(model.parameters[k].lower) || !std::isfinite(model.parameters[k].upper))
        throw Error(Fault::usage,
                    fmt::format("base-measure prior-box needs a finite box, but that of {} is "
                                "not; bounds can be set",
                                model.parameters[k].name));
    return std::make_shared<Simulated>(model, std::vector<double>{});
  }
  refuse(text);
}

}  // namespace surefoot
