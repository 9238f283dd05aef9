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
