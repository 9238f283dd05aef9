#pragma once

#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include <surefoot/error.hpp>
#include <surefoot/settings/config.hpp>

namespace surefoot {

/// Every setting of a fit as an option of an experiment's program.
inline void add_settings(CLI::App& app, FitConfig& config) {
  for (const SettingDoc& doc : setting_docs())
    app.add_option_function<std::string>(
        "--" + doc.name,
        [&config, name = doc.name](const std::string& text) { set(config, name, text); }, doc.help);
}

/// Parses the command line and runs the experiment; returns the exit status.
template <class Run>
int run_program(CLI::App& app, int argc, char** argv, Run run) {
  try {
    app.parse(argc, argv);
    run();
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const Error& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    return 64;
  }
  return 0;
}

}  // namespace surefoot
