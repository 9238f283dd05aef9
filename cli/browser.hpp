#pragma once

#include <array>
#include <string>

namespace surefoot::cli {

/// What browsers that can do this are called.
inline constexpr std::array browser_names{"chromium", "chromium-browser", "google-chrome"};

/// The document that headless Chromium makes of a page when its scripts have run; `fragment` is
/// what the page sees behind the # of its address.
///
/// Throws Fault::device, saying what to install, where no Chromium is found, and if it fails.
std::string rendered(const std::string& html, const std::string& fragment);

}  // namespace surefoot::cli
