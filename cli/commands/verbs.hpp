#pragma once

#include "front/program.hpp"

namespace surefoot::cli {

using namespace front;  // what the verbs have in common with our other programs

// What each verb of the table in main.cpp adds to the command line, one file a verb.
Action add_fit(CLI::App& verb);
Action add_compare(CLI::App& verb);
Action add_merge(CLI::App& verb);
Action add_simulate(CLI::App& verb);
Action add_models(CLI::App& verb);
Action add_new(CLI::App& verb);
Action add_compile(CLI::App& verb);
Action add_summary(CLI::App& verb);
Action add_check(CLI::App& verb);
Action add_calibrate(CLI::App& verb);
Action add_report(CLI::App& verb);
Action add_bench(CLI::App& verb);
Action add_doctor(CLI::App& verb);
Action add_completion(CLI::App& verb);
Action add_manual(CLI::App& verb);

}  // namespace surefoot::cli
