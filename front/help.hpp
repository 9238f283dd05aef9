#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// Help texts that fit into 100 columns, or a narrower terminal: what the verb does, how it is
/// called, its arguments, then its options in their groups.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace surefoot::front
