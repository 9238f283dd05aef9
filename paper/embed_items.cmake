# Makes a C++ source that defines built_in_items() with the content of the items' files:
#
#     cmake -DINPUTS="a.toml b.toml" -DOUTPUT=... -P embed_items.cmake

separate_arguments(INPUTS)
set(entries "")
foreach(input ${INPUTS})
  cmake_path(GET input STEM name)
  file(READ ${input} content)
  string(APPEND entries "      {\"${name}\", R\"item(${content})item\"},\n")
endforeach()
file(WRITE ${OUTPUT}
  "#include \"paper/catalogue.hpp\"\n\nnamespace surefoot::paper {\n\n"
  "std::vector<BuiltInItem> built_in_items() {\n  return {\n${entries}  };\n}\n\n"
  "}  // namespace surefoot::paper\n")
