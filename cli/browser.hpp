#pragma once

#include <string>

namespace surefoot::cli {

/// The document that headless Chromium makes of a page when its scripts have run; `fragment` is
/// what the page sees behind the # of its address.
///
/// Throws Fault::device, saying what to install, where no Chromium is found, and if it fails.
std::string rendered(const std::string& html, const std::string& fragment);

}  // namespace surefoot::cli
