#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include <surefoot/simulators/plugin.hpp>

#include "simulators/guarded_simulator.hpp"
#include "simulators/host_compiler.hpp"
#include "simulators/plugin_object.hpp"

namespace surefoot {

Plugin compile_plugin(const std::string& header, const PluginSettings& settings) {
  return about(header, [&] {
    const HostCompiler compiler;
    const PluginObject object(header, compiler, settings);
    const std::unique_ptr<Model> model(static_cast<Model*>(object.make()));
    std::filesystem::path mark = object.file();
    mark.replace_extension(".crashed");
    model->simulator = guarded({model->simulator, header, mark});
    model->name = std::filesystem::path(header).filename();
    model->source = object.file().stem();
    model->description = fmt::format("{}, a simulator of the user's own", object.struct_name());
    return Plugin{std::move(*model), object.file()};
  });
}

Model plugin_model(const std::string& header, const PluginSettings& settings) {
  return compile_plugin(header, settings).model;
}

}  // namespace surefoot
