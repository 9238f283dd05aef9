#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include <surefoot/model.hpp>

namespace surefoot {

/// A simulator that is a program of its own.  The shell runs the command once
/// for each worker, with the names of the parameters, the columns of an
/// observation and the protocol in SUREFOOT_PARAMETERS (separated by commas),
/// SUREFOOT_DIMENSION and SUREFOOT_PROTOCOL; requests come on its standard input
/// until that is closed, answers go to its standard output.  The same request
/// must have the same answer.
///
///     text:   "M SEED THETA1 ... THETAp\n"  ->  M lines of D numbers, blanks between them
///     binary: M, SEED as 64-bit integers, p doubles  ->  M x D doubles, row by row
///
/// Integers and doubles are those of the machine.
struct ProcessSettings {
  std::string command;
  Protocol protocol;
  double seconds;               ///< that one answer may take
  std::int64_t most_calls = 0;  ///< requests in all; 0: no end
};

/// A model whose simulator is such a program.
///
/// A program that dies or does not answer in time is started again and asked
/// again; if it fails then too, the evaluation has failed.  What it prints that
/// is no answer, and a program that never gave one, is an Error (Fault::data)
/// that says what was printed, on standard error too.  When the calls are used
/// up the run ends as if it were interrupted.
Model process_model(const ProcessSettings& settings, std::vector<Parameter> parameters,
                    int dimension);

/// The model for a run that may be stopped: a program or an isolated header that keeps it waiting
/// does not keep it from that, but has the call end by Interrupted.  Other models are as they were.
Model stoppable(const Model& model, std::stop_token stop);

/// What users should know after a run of the processes that simulated: restarts, crashes, answers
/// that were not finite, calls used up.  Empty for other models, and if all went well.
std::vector<std::string> process_warnings(const Model& model);

}  // namespace surefoot
