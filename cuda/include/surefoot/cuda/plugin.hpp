#pragma once

#include <string>

#include <surefoot/model.hpp>
#include <surefoot/simulators/plugin.hpp>

namespace surefoot::cuda {

/// Gives the model of a header its device code: nvcc compiles the same header, for
/// the device that is there, when a fit first wants to draw on it, into a plug-in
/// beside the one for the host.
///
/// nvcc is that of $CUDACXX, else the one on the PATH, else that of /usr/local/cuda.
/// A fit that insists on the device fails with Fault::device if there is no nvcc, and
/// with Fault::usage if the header does not compile for it; any other says so in a
/// note and draws on the host.  Notes go to the fit's events, and what nvcc writes to
/// `telling.compiler`.
void add_accelerator(Model& model, const std::string& header, const PluginSettings& telling = {});

}  // namespace surefoot::cuda
