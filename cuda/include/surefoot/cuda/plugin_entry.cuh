#pragma once

#include <string>
#include <string_view>

#include <surefoot/cuda/accelerator.cuh>
#include <surefoot/error.hpp>

namespace surefoot::cuda {

/// What a simulator lacks to run on the device, in the user's words; empty if nothing.
template <class Sim>
constexpr const char* missing_on_device() {
  if constexpr (!Simulator<Sim>)
    return "a call operator that is a template in Real and Latent";
  else if constexpr (Sim::parameters > most_parameters || Sim::dimension > most_columns)
    return "at most 8 parameters and 8 columns";
  else
    return "";
}

/// The kernels of a plug-in; the caller's.
template <class Sim>
DrawKernels* plugin_entry(const char* struct_name) {
  constexpr std::string_view missing = missing_on_device<Sim>();
  if constexpr (!missing.empty())
    throw Error(Fault::usage,
                std::string(struct_name) + " needs " + std::string(missing) + " to run on the GPU");
  else
    return new DrawKernelsOf<Sim>(Sim{});
}

/// There to be part of the text by which plug-ins are told apart.
inline constexpr int nvcc_version[] = {__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                                       __CUDACC_VER_BUILD__};

}  // namespace surefoot::cuda
