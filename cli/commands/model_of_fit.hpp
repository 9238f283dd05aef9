#pragma once

#include <string>

#include <surefoot/fit.hpp>
#include <surefoot/model.hpp>

namespace surefoot::cli {

/// What --model of the verbs that look at a finished fit is for.
inline constexpr const char* model_of_fit_help =
    "header of the fit's simulator, where it is one of your own";

/// The simulator of a fit, which its file names but does not hold: a built-in model, a program, or
/// the header that the user names.
Model model_of_fit(const Fit& fit, const std::string& header);

}  // namespace surefoot::cli
