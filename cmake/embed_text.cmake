# Makes a C++ source that defines `std::string_view surefoot::NAME()` with the content of a file:
#
#     cmake -DINPUT=... -DNAME=... -DOUTPUT=... -P embed_text.cmake

file(READ ${INPUT} content)
file(WRITE ${OUTPUT}
  "#include <string_view>\n\nnamespace surefoot {\n\n"
  "std::string_view ${NAME}();\n"
  "std::string_view ${NAME}() {\n  return R\"embedded(${content})embedded\";\n}\n\n"
  "}  // namespace surefoot\n")
