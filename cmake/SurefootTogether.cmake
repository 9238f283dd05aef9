# Compiles those sources of a target that include a large header as one: together they take little
# longer than the longest of them, because what the header declares is read once and what they all
# instantiate of it is instantiated once.  What such files keep in unnamed namespaces must have
# different names; the compiler says so where it has not.
#
#     surefoot_compile_together(TARGET GROUP REGEX SOURCE...)     sources with a line that matches
function(surefoot_compile_together target group regex)
  set(together "")
  foreach(source ${ARGN})
    file(STRINGS ${source} found REGEX ${regex} LIMIT_COUNT 1)
    if(found)
      list(APPEND together ${source})
    endif()
  endforeach()
  set_source_files_properties(${together} PROPERTIES UNITY_GROUP ${group})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# The same for device code, which CMake itself leaves apart: sets OUT to what is to be compiled in
# place of the sources named.  It is less work, but for one core alone, so it is done on request.
#
#     surefoot_device_code_together(OUT NAME SOURCE...)
option(SUREFOOT_DEVICE_CODE_TOGETHER "compile most device code as one" OFF)
function(surefoot_device_code_together out name)
  if(NOT SUREFOOT_DEVICE_CODE_TOGETHER)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(lines "")
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    string(APPEND lines "#include \"${source}\"\n")
  endforeach()
  set(together ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
  file(CONFIGURE OUTPUT ${together} CONTENT "${lines}")  # touches nothing that is as it was
  set(${out} ${together} PARENT_SCOPE)
endfunction()
