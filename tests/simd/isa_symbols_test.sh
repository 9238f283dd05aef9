#!/bin/bash
# The linker keeps one copy of each weak symbol, from whichever object comes first.  So what is
# compiled for a wide instruction set must carry its tag in every such name, or a processor without
# that set could meet its instructions; and no other object may define what carries a tag.
#
#     isa_symbols_test.sh NM OBJECT...        all objects of the library
set -euo pipefail

nm=$1
shift

# Names of the weak (W, V) and unique (u) symbols of an object.  Type information, references to the
# exception handler and the names of instruction sets are data, the same in every object, and may be
# merged.
merged_symbols() {
  "$nm" -C --defined-only "$1" | sed -nE 's/^[0-9a-f]+ [WVu] //p' | sed -E '/^(typeinfo |DW\.ref\.)|::name$/d'
}

status=0
complain() {
  echo "$1: $2" >&2
  head -5 <<<"$3" >&2
  status=1
}

tagged=0
for object in "$@"; do
  symbols=$(merged_symbols "$object")
  case $object in
    */simd/avx2.cpp.o) tag=Avx2 ;;
    */simd/avx512.cpp.o) tag=Avx512 ;;
    *)
      foreign=$(grep -E 'surefoot::Avx(2|512)\b' <<<"$symbols" || true)
      [[ -z $foreign ]] || complain "$object" "defines code of another instruction set" "$foreign"
      continue
      ;;
  esac
  [[ -n $symbols ]] || complain "$object" "nm shows no weak symbol, so nothing was tested" ""
  untagged=$(grep -Ev "surefoot::$tag\b" <<<"$symbols" || true)
  [[ -z $untagged ]] || complain "$object" "may be merged with code for any machine" "$untagged"
  tagged=$((tagged + 1))
done

if [[ $tagged -ne 2 ]]; then
  echo "found $tagged of the 2 objects for wide instruction sets" >&2
  status=1
fi
exit $status
