# Has the program write its manual pages and completions into a folder laid out as /usr/share:
#
#     cmake -DPROGRAM=... -DFOLDER=... -P write_manual.cmake

function(write file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "surefoot ${ARGN} ended with status ${status}")
  endif()
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

file(REMOVE_RECURSE ${FOLDER})
write(man/man1/surefoot.1 manual)
execute_process(COMMAND ${PROGRAM} __complete "" OUTPUT_VARIABLE lines)
string(REGEX MATCHALL "[a-z-]+\t[^\n]*" lines "${lines}")
foreach(line ${lines})
  string(REGEX REPLACE "\t.*" "" verb "${line}")
  write(man/man1/surefoot-${verb}.1 manual ${verb})
endforeach()
write(bash-completion/completions/surefoot completion bash)
write(zsh/site-functions/_surefoot completion zsh)
write(zsh/vendor-completions/_surefoot completion zsh)  # where Debian's zsh looks in /usr
write(fish/vendor_completions.d/surefoot.fish completion fish)
