#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/fit.hpp>

namespace surefoot {

/// How much of a fit its page carries, and what each fit is called there.
struct HtmlOptions {
  std::vector<std::string> labels = {};  ///< one a fit; none: the model and the method
  std::size_t draws = 1000;              ///< at most, in pictures; tables use them all
  std::size_t observations = 2000;       ///< at most, in pictures
};

/// The formats in which a page makes files of its pictures, for a browser that opens it at
/// #figures=FORMAT; the first unless another is asked for.
inline constexpr std::array<std::string_view, 2> figure_formats{"svg", "png"};

/// The most fits that one page compares.
inline constexpr std::size_t most_fits_of_a_page = 8;

/// One HTML page about one fit, or about several compared: settings, table, marginals, pairs, data
/// against simulated data, and how far the minimisation can be trusted.  The page needs nothing
/// but itself; its pictures are drawn by the browser that opens it.
///
/// Several fits are compared in the parameters that they all have.  Throws Fault::usage for no fit
/// or too many, Fault::data for a fit without usable draws or fits without a common parameter.
std::string to_html(std::span<const Fit> fits, const HtmlOptions& options = {});

}  // namespace surefoot
