#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace surefoot::front {

/// The manual page of a program or of one of its verbs, for man(1), made of what --help is made of.
std::string manual_page(const CLI::App& app);

}  // namespace surefoot::front
