# Warnings and sanitizers of our own targets; never passed on to those who link against us.
add_library(surefoot_warnings INTERFACE)
target_compile_options(surefoot_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Wno-restrict -Wno-stringop-overflow  # GCC 12 warns of its own strings (bug 105651)
  $<$<BOOL:${SUREFOOT_WERROR}>:-Werror>
  # What GCC 12 guesses of memory at -O3 is shown, but no error.
  -Wno-error=array-bounds -Wno-error=maybe-uninitialized -Wno-error=stringop-overread)

# Without contraction a*b+c is the same on every machine; the files that are compiled once for each
# instruction set turn it on again for themselves.
add_library(surefoot_arithmetic INTERFACE)
target_compile_options(surefoot_arithmetic INTERFACE -ffp-contract=off)

add_library(surefoot_sanitizers INTERFACE)
if(SUREFOOT_SANITIZE)
  target_compile_options(surefoot_sanitizers INTERFACE
    -fsanitize=${SUREFOOT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(surefoot_sanitizers INTERFACE -fsanitize=${SUREFOOT_SANITIZE})
endif()
