// Observations that are not numbers: DNA strings, compared by how often each pair of letters occurs
// in them, with a tenth of the data replaced by strings that come from elsewhere.
#include <array>
#include <cmath>
#include <iostream>
#include <string>

#include <surefoot/surefoot.hpp>

using surefoot::Noise;

constexpr int length = 50;

/// A string that knows its spectrum: how often each of the 16 pairs of neighbours occurs.
struct Dna {
  std::string letters;
  std::array<double, 16> pairs{};

  explicit Dna(const std::string& text) : letters(text) {
    const auto code = [](char letter) { return std::string_view("ACGT").find(letter); };
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
      pairs[4 * code(text[i]) + code(text[i + 1])] += 1.0;
  }
};

/// A Gaussian of the distance between two spectra.
double spectrum_kernel(const Dna& a, const Dna& b) {
  constexpr double lengthscale = 8.0;
  double r2 = 0.0;
  for (std::size_t k = 0; k < a.pairs.size(); ++k)
    r2 += (a.pairs[k] - b.pairs[k]) * (a.pairs[k] - b.pairs[k]);
  return std::exp(-0.5 * r2 / (lengthscale * lengthscale));
}

/// Each letter repeats the one before with the first probability; a new one is G or C with the
/// second.
Dna markov_chain(std::span<const double> theta, Noise& noise) {
  std::string text;
  for (int i = 0; i < length; ++i) {
    // All three are taken whatever theta is, so that letter i has the same numbers everywhere.
    const double repeats = noise.uniform(), strong = noise.uniform(), which = noise.uniform();
    if (i > 0 && repeats < theta[0])
      text += text.back();
    else if (strong < theta[1])
      text += which < 0.5 ? 'G' : 'C';
    else
      text += which < 0.5 ? 'A' : 'T';
  }
  return Dna(text);
}

/// Where the fit says that the parameters are, and whether the truth is near.
bool found(const surefoot::Fit& fit, const std::array<double, 2>& truth) {
  const surefoot::Summary summary = surefoot::summarise(fit);
  std::cout << surefoot::to_text(summary) << '\n';
  for (std::size_t k = 0; k < truth.size(); ++k)
    if (std::abs(summary.parameters[k].mean - truth[k]) > 0.05) return false;
  return true;
}

int main() {
  using namespace surefoot;
  const std::array<double, 2> truth{0.5, 0.8}, elsewhere{0.0, 0.1};
  std::vector<Dna> clean, observations;
  for (std::uint32_t i = 0; i < 100; ++i) {
    Noise noise({.seed = 1, .draw = 0, .step = 0, .index = i, .purpose = Purpose::data});
    clean.push_back(markov_chain(truth, noise));
    observations.push_back(i % 10 == 0 ? markov_chain(elsewhere, noise) : clean.back());
  }

  const ObjectModel<Dna> model{
      .parameters = {{"repeat", 0.0, 1.0}, {"gc", 0.0, 1.0}},
      .simulate = markov_chain,   // Dna(std::span<const double> theta, Noise& noise)
      .kernel = spectrum_kernel,  // double(const Dna&, const Dna&)
      .name = "dna"};
  const Fit result = fit(model, observations, {.draws = 50});

  const Fit learnt = fit(model, observations, {.draws = 1000, .budget = Budget{40000}});

  const bool fine = found(fit(model, clean, {.draws = 50}), truth);
  const bool robust = found(result, truth);
  return fine && robust && found(learnt, truth) ? 0 : 1;
}
