# Compilers are called through ccache where there is one, unless a preset or a user names a launcher,
# or surefoot is a part of another project.  Presets say the same of ccache in their environment.
option(SUREFOOT_CCACHE "compile through ccache where there is one" ${PROJECT_IS_TOP_LEVEL})
if(NOT SUREFOOT_CCACHE OR DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  return()
endif()
find_program(SUREFOOT_CCACHE_PROGRAM ccache DOC "what SUREFOOT_CCACHE calls")
if(NOT SUREFOOT_CCACHE_PROGRAM)
  return()
endif()
# Headers that are compiled beforehand have no times or definitions that matter.
set(how CCACHE_DEPEND=true CCACHE_SLOPPINESS=pch_defines,time_macros)
if(SKBUILD)
  # pip builds in a new folder each time; paths are seen from there, so that none has its name.
  list(APPEND how CCACHE_BASEDIR=/ CCACHE_NOHASHDIR=true)
endif()
set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${how} ${SUREFOOT_CCACHE_PROGRAM})
set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
message(STATUS "Compiling through ${SUREFOOT_CCACHE_PROGRAM}")
