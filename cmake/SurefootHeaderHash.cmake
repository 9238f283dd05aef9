# Which headers a target is built from, and their hash, for it to know them again when plug-ins are
# compiled.
add_executable(surefoot_header_hash ${PROJECT_SOURCE_DIR}/cmake/header_hash.cpp)
target_include_directories(surefoot_header_hash PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_features(surefoot_header_hash PRIVATE cxx_std_20)
target_link_libraries(surefoot_header_hash PRIVATE surefoot_warnings)

# Adds <name>.hpp, with surefoot::<name>::hash and ::names, to what a target can include.
function(surefoot_add_header_hash target name folder)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.hpp)
  set(headers ${ARGN})
  list(SORT headers)
  set(names "")
  foreach(header ${headers})
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${folder} OUTPUT_VARIABLE short)
    list(APPEND names ${short})
  endforeach()
  add_custom_command(OUTPUT ${output}
    COMMAND surefoot_header_hash ${folder} surefoot::${name} ${names} > ${output}
    DEPENDS surefoot_header_hash ${headers} VERBATIM)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
