#pragma once

#include <functional>
#include <string>

#include <surefoot/model.hpp>

namespace surefoot {

/// Who is told what happens when a header is compiled; the library prints nothing.
struct PluginSettings {
  std::function<void(const std::string&)> note;      ///< that it was, and how long it took
  std::function<void(const std::string&)> compiler;  ///< what the compiler wrote, as it is; if
                                                     ///< nobody listens, errors have it
};

/// A header that was compiled, and the model in it.
struct Plugin {
  Model model;
  std::string file;  ///< the shared object, in the cache
};

/// Compiles the simulator in a header of the user's own, a struct as `make_model`
/// takes it with its parameters as `box()`, and loads it.  It runs on the
/// instruction set in force and is as fast as a built-in model.
///
/// The compiler is that of $CXX, else c++, g++ or clang++.  What it makes is kept
/// in $SUREFOOT_CACHE, else $XDG_CACHE_HOME/surefoot, else ~/.cache/surefoot, and
/// used again while the header, all that it includes, the compiler and its options
/// are the same.  Our own headers are those of $SUREFOOT_INCLUDE, else the ones
/// that were installed with the program or the Python package, else the ones that
/// it was built from.
///
/// Throws Fault::data if the header cannot be read, Fault::usage if it does not
/// compile or is no simulator, Fault::device if there is no compiler or our headers are
/// not those that we were built from, and Fault::output if the cache cannot be written.
Plugin compile_plugin(const std::string& header, const PluginSettings& settings = {});

/// The model of such a header.
Model plugin_model(const std::string& header, const PluginSettings& settings = {});

}  // namespace surefoot
