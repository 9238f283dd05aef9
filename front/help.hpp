#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// `text` with line breaks where a line would be longer than `width`; each new
/// line starts with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// Help texts that fit into 100 columns: what the verb does, how it is called, its
/// arguments, then its options in their groups.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace surefoot::front
