# Joins the modules of Vega that the report's pictures need into one script, in which each stands
# after those it requires, and which defines the one name `vega`:
#
#     cmake -DVEGA_DIR=... -DNOTICE=... -DOUTPUT=... -P join_vega.cmake

set(modules vega-util vega-time vega-format vega-loader vega-dataflow vega-statistics
  vega-transforms vega-scale vega-canvas vega-scenegraph vega-view-transforms vega-encode
  vega-expression vega-selection vega-functions vega-event-selector vega-parser vega-runtime
  vega-view vega-projection vega-geo)

file(READ ${NOTICE} notice)
# Contours come with the maps, whose rarer projections nobody asks for.
string(CONCAT script "/*\n${notice}*/\n"
  "const vega = (() => {\n"
  "const modules = {'d3-geo-projection': {}};\n"
  "const require = (name) => modules[name];\n"
  "const add = (name, define) => define(modules[name] = {}, {}, require);\n")
foreach(module ${modules})
  file(READ ${VEGA_DIR}/${module}.min.js code)
  string(REGEX REPLACE "//# sourceMappingURL=[^\n]*" "" code "${code}")
  string(REPLACE "vega-selection" "vega-selections" name ${module})  # its file lacks a letter
  string(APPEND script "add('${name}', function (exports, module, require) {\n${code}});\n")
endforeach()
string(APPEND script
  "const {transforms} = modules['vega-dataflow'];\n"
  "for (const name of ['transforms', 'view-transforms', 'encode', 'geo'])\n"
  "  Object.assign(transforms, modules['vega-' + name]);\n"
  "return {parse: modules['vega-parser'].parse, View: modules['vega-view'].View};\n"
  "})();\n")
file(WRITE ${OUTPUT} "${script}")
