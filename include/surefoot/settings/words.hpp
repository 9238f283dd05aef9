#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <surefoot/optim/optimisers.hpp>

namespace surefoot {

/// Settings that are words.  Each enum has its table of words beside it, in the
/// order of its enumerators, which is all that parsing, printing and documentation use;
/// an enumerator without a word does not compile.
template <class Enum>
struct Words;

enum class Method { npl_mmd, npl_wll, npl_wasserstein, wabc, mmd_abc, mmd_bayes, bayes };
template <>
struct Words<Method> {
  static constexpr std::array<std::pair<std::string_view, Method>, 7> list{
      {{"npl-mmd", Method::npl_mmd},
       {"npl-wll", Method::npl_wll},
       {"npl-wasserstein", Method::npl_wasserstein},
       {"wabc", Method::wabc},
       {"mmd-abc", Method::mmd_abc},
       {"mmd-bayes", Method::mmd_bayes},
       {"bayes", Method::bayes}}};
};

/// How the Wasserstein distance is computed: `automatic` sorts in one dimension and is exact
/// elsewhere; hilbert and sinkhorn are above it.
enum class Transport { automatic, sorted, exact, hilbert, sinkhorn };
template <>
struct Words<Transport> {
  static constexpr std::array<std::pair<std::string_view, Transport>, 5> list{
      {{"auto", Transport::automatic},
       {"sorted", Transport::sorted},
       {"exact", Transport::exact},
       {"hilbert", Transport::hilbert},
       {"sinkhorn", Transport::sinkhorn}}};
};

enum class Preset { standard, paper };
template <>
struct Words<Preset> {
  static constexpr std::array<std::pair<std::string_view, Preset>, 2> list{
      {{"default", Preset::standard}, {"paper", Preset::paper}}};
};

enum class Check { none, scores, full };
template <>
struct Words<Check> {
  static constexpr std::array<std::pair<std::string_view, Check>, 3> list{
      {{"none", Check::none}, {"scores", Check::scores}, {"full", Check::full}}};
};

enum class Mass { fixed, free };
template <>
struct Words<Mass> {
  static constexpr std::array<std::pair<std::string_view, Mass>, 2> list{
      {{"fixed", Mass::fixed}, {"free", Mass::free}}};
};

enum class Design { automatic, closed_form, quadrature, sobol, iid };
template <>
struct Words<Design> {
  static constexpr std::array<std::pair<std::string_view, Design>, 5> list{
      {{"auto", Design::automatic},
       {"closed-form", Design::closed_form},
       {"quadrature", Design::quadrature},
       {"sobol", Design::sobol},
       {"iid", Design::iid}}};
};

/// How draws know the model's embedding: simulated anew for each of them, or learnt once for all.
enum class EmbeddingWay { automatic, direct, emulated };
template <>
struct Words<EmbeddingWay> {
  static constexpr std::array<std::pair<std::string_view, EmbeddingWay>, 3> list{
      {{"auto", EmbeddingWay::automatic},
       {"direct", EmbeddingWay::direct},
       {"emulated", EmbeddingWay::emulated}}};
};

enum class Evaluator { automatic, pairs, grid, sorted, features };
template <>
struct Words<Evaluator> {
  static constexpr std::array<std::pair<std::string_view, Evaluator>, 5> list{
      {{"auto", Evaluator::automatic},
       {"pairs", Evaluator::pairs},
       {"grid", Evaluator::grid},
       {"sorted", Evaluator::sorted},
       {"features", Evaluator::features}}};
};

enum class NoisePolicy { per_draw, shared, fresh };
template <>
struct Words<NoisePolicy> {
  static constexpr std::array<std::pair<std::string_view, NoisePolicy>, 3> list{
      {{"per-draw", NoisePolicy::per_draw},
       {"shared", NoisePolicy::shared},
       {"fresh", NoisePolicy::fresh}}};
};

/// What is known of each optimiser stands in one row of `optimisers`, its word included.
template <>
struct Words<OptimiserName> {
  static constexpr auto list = [] {
    std::array<std::pair<std::string_view, OptimiserName>, optimisers.size()> words;
    for (std::size_t k = 0; k < words.size(); ++k)
      words[k] = {optimisers[k].word, optimisers[k].name};
    return words;
  }();
};

enum class Scale { none, mad, sd };
template <>
struct Words<Scale> {
  static constexpr std::array<std::pair<std::string_view, Scale>, 3> list{
      {{"none", Scale::none}, {"mad", Scale::mad}, {"sd", Scale::sd}}};
};

enum class Precision { mixed, full };
template <>
struct Words<Precision> {
  static constexpr std::array<std::pair<std::string_view, Precision>, 2> list{
      {{"mixed", Precision::mixed}, {"double", Precision::full}}};
};

/// How numbers travel to and from a simulator that is a program of its own.
enum class Protocol { text, binary };
template <>
struct Words<Protocol> {
  static constexpr std::array<std::pair<std::string_view, Protocol>, 2> list{
      {{"text", Protocol::text}, {"binary", Protocol::binary}}};
};

enum class Device { automatic, cpu, cuda };
template <>
struct Words<Device> {
  static constexpr std::array<std::pair<std::string_view, Device>, 3> list{
      {{"auto", Device::automatic}, {"cpu", Device::cpu}, {"cuda", Device::cuda}}};
};

/// Where draws are computed.  CUDA devices may be named, as cuda:1, cuda:0,2 or cuda:all.
struct DeviceChoice {
  DeviceChoice(Device one = Device::automatic) : kind(one) {}

  Device kind;
  std::vector<int> numbers = {};  // of CUDA devices, in the driver's order
  bool all = false;

  friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;
  /// Whether it is of this kind, whatever their numbers.
  friend bool operator==(const DeviceChoice& choice, Device kind) { return choice.kind == kind; }
};

/// A closed interval, written LO:HI.
struct Interval {
  double lower;
  double upper;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// How many standard deviations more data than the model explains may lie somewhere before the
/// excess is left out; infinitely many: nothing is, written none.
struct Trim {
  double tau = std::numeric_limits<double>::infinity();

  bool on() const { return std::isfinite(tau); }
  friend bool operator==(const Trim&, const Trim&) = default;
};

/// What a run may spend on its simulator: simulated observations, written as a number, or time,
/// written with s, min or h behind it.
struct Budget {
  double amount = 0.0;  // observations, or seconds
  bool is_time = false;
  friend bool operator==(const Budget&, const Budget&) = default;
};

/// One of several parts that a run is divided into, written NUMBER/OF: 3/20 is the third of 20.
struct Part {
  int number;
  int of;
  friend bool operator==(const Part&, const Part&) = default;
};

/// Whether a value is that of an enumerator: compilers write a name for one, and "(Enum)7" for
/// another number.
template <auto value>
constexpr bool is_enumerator() {
  constexpr std::string_view here = __PRETTY_FUNCTION__;  // ends in "value = ...]"
  return here.find('(', here.rfind('=')) == std::string_view::npos;
}

/// Whether every enumerator, numbered from 0, has its word.
template <class Enum>
constexpr bool all_have_words() {
  constexpr auto& list = Words<Enum>::list;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].first.empty() || list[i].second != static_cast<Enum>(i)) return false;
  return !is_enumerator<static_cast<Enum>(list.size())>();
}

/// The word for a value.
template <class Enum>
requires std::is_enum_v<Enum> std::string to_word(Enum value) {
  static_assert(all_have_words<Enum>(), "a word is missing, or not in its enumerator's place");
  for (const auto& [word, candidate] : Words<Enum>::list)
    if (candidate == value) return std::string(word);
  return {};
}

}  // namespace surefoot
