# Random123, whose headers ours include, and which are therefore installed beside them.
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED
          DOC "folder with Random123/philox.h, of Debian's librandom123-dev")

# What philox.h includes, with whatever compiler; the licence stands at the head of each file.
function(surefoot_install_random123 destination)
  install(FILES ${RANDOM123_INCLUDE_DIR}/Random123/philox.h
                ${RANDOM123_INCLUDE_DIR}/Random123/array.h
          DESTINATION ${destination}/Random123 ${ARGN})
  install(DIRECTORY ${RANDOM123_INCLUDE_DIR}/Random123/features
          DESTINATION ${destination}/Random123 ${ARGN})
endfunction()
