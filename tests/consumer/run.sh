#!/usr/bin/env bash
# Installs the build tree $1 into a fresh prefix and builds, runs a project that finds it there.
set -euo pipefail
build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
# What is installed includes nothing of ours that is not.
grep -rhoE '#include <surefoot/[^>]+>' "$work/prefix/include" | sort -u | sed -E 's/.*<(.*)>/\1/' |
  while read -r header; do
    [ -e "$work/prefix/include/$header" ] || { echo "$header is included, but not installed" >&2; exit 1; }
  done
cmake -S "$here" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/build"
# What our headers include comes with them, whatever else is on this machine.
grep -rqF "$work/prefix/include/Random123/philox.h" "$work/build" ||
  { echo "Random123's headers are not installed with surefoot's" >&2; exit 1; }
"$work/build/consumer"
if [ -x "$work/build/consumer_cuda" ]; then "$work/build/consumer_cuda"; fi
# Device code of its own is configured only: nvcc takes minutes, and examples/ compiles the sources.
nvcc=$(sed -n 's/^CMAKE_CUDA_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
if [ -x "$work/build/consumer_cuda" ] && [ -x "$nvcc" ]; then
  mkdir "$work/gpu"
  cp "$here/gpu/CMakeLists.txt" "$here"/../../examples/{gpu.*,two_stages.hpp} "$work/gpu"
  CUDACXX=$nvcc cmake -S "$work/gpu" -B "$work/gpu/build" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
fi
"$work/prefix/bin/surefoot" --version
