#pragma once

#include <filesystem>
#include <string>

namespace surefoot::cli {

/// Throws Fault::usage, with the nearest, for a word that is none of figure_formats.
void require_figure_format(const std::string& word);

/// Writes each picture of a report's page to a file of its own, which a browser draws, in one of
/// figure_formats.  Throws Fault::device where there is no Chromium, Fault::output or Fault::write
/// as files do.
void write_figures(const std::string& html, const std::filesystem::path& folder,
                   const std::string& format);

}  // namespace surefoot::cli
