#pragma once

#include <array>
#include <cmath>
#include <string>

#include <surefoot/objects/object_fit.hpp>

namespace surefoot {

/// Numbers as objects that happen to be numbers: N(theta, 1) under a Gaussian kernel of
/// lengthscale 1.
inline ObjectModel<double> normal_objects() {
  return {.parameters = {{"location", -5.0, 5.0}},
          .simulate = [](std::span<const double> theta,
                         Noise& noise) { return theta[0] + noise.normal(); },
          .kernel = [](double a, double b) { return std::exp(-0.5 * (a - b) * (a - b)); },
          .name = "normal"};
}

/// Draws of N(1, 1).
inline std::vector<double> normal_numbers(int count) {
  Noise noise({1, 0, 0, 0, Purpose::data});
  std::vector<double> x;
  for (int i = 0; i < count; ++i) x.push_back(1.0 + noise.normal());
  return x;
}

/// A string of letters that knows its spectrum: how often each of the 16 pairs of neighbours
/// occurs.
struct Dna {
  std::array<double, 16> pairs{};

  explicit Dna(const std::string& text) {
    const auto code = [](char letter) { return std::string("ACGT").find(letter); };
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
      pairs[4 * code(text[i]) + code(text[i + 1])] += 1.0;
  }
};

/// Copies of one string with mutations: each letter is replaced with the first probability, by G or
/// C with the second.  Compared by a Gaussian of the distance between spectra.
inline ObjectModel<Dna> mutating_strings() {
  return {.parameters = {{"rate", 0.0, 1.0}, {"gc", 0.0, 1.0}},
          .simulate =
              [](std::span<const double> theta, Noise& noise) {
                std::string text = "ATTGAACATCGATTACAGGATACATTAATGCATTAACGTA";
                for (char& letter : text) {
                  const double mutates = noise.uniform(), strong = noise.uniform(),
                               which = noise.uniform();
                  if (mutates < theta[0])
                    letter =
                        strong < theta[1] ? (which < 0.5 ? 'G' : 'C') : (which < 0.5 ? 'A' : 'T');
                }
                return Dna(text);
              },
          .kernel =
              [](const Dna& a, const Dna& b) {
                constexpr double lengthscale = 5.0;
                double r2 = 0.0;
                for (std::size_t k = 0; k < a.pairs.size(); ++k)
                  r2 += (a.pairs[k] - b.pairs[k]) * (a.pairs[k] - b.pairs[k]);
                return std::exp(-0.5 * r2 / (lengthscale * lengthscale));
              },
          .name = "dna"};
}

/// Objects of a model at some parameters.
template <class Object>
std::vector<Object> objects_of(const ObjectModel<Object>& model, std::vector<double> theta,
                               std::uint32_t count) {
  std::vector<Object> x;
  for (std::uint32_t i = 0; i < count; ++i) {
    Noise noise({1, 0, 0, i, Purpose::data});
    x.push_back(model.simulate(theta, noise));
  }
  return x;
}

}  // namespace surefoot
