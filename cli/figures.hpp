#pragma once

#include <filesystem>
#include <string>

namespace surefoot::cli {

enum class FigureFormat { svg, png };

/// Throws Fault::usage, with the nearest, for a word that is no format.
FigureFormat figure_format(const std::string& word);

/// Writes each picture of a report's page to a file of its own, which a browser draws.  Throws
/// Fault::device where there is no Chromium, Fault::output or Fault::write as files do.
void write_figures(const std::string& html, const std::filesystem::path& folder,
                   FigureFormat format);

}  // namespace surefoot::cli
