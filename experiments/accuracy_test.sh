#!/usr/bin/env bash
# Fits a tiny folder in both layouts of the paper's files; the toggle switch's are one long row.
set -euo pipefail
surefoot=$1 accuracy=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for run in 0 1; do
  for level in 0 1; do
    "$surefoot" simulate gaussian-location --observations 60 --seed $run \
      --contaminate cluster:0.${level}:10 | tail -n +2 >"$folder/run_${run}_outl_${level}.txt"
  done
done
echo "not data" >"$folder/README.txt"
text=$("$accuracy" gaussian-location "$folder" --draws 20)
echo "$text"
grep -q "^run_1_outl_1 .* 20 " <<<"$text"
[[ $(grep -c "^run_" <<<"$text") == 4 && $(grep -c "^outl_" <<<"$text") == 2 ]]

rm "$folder"/*
"$surefoot" simulate g-and-k --observations 60 | tail -n +2 | tr '\n' ' ' >"$folder/run_0.txt"
text=$("$accuracy" g-and-k "$folder" --draws 20 --mass free)
echo "$text"
grep -q "^all " <<<"$text"
grep -q " mass " <<<"$text"

rm "$folder"/*
if "$accuracy" g-and-k "$folder" 2>/dev/null; then exit 1; fi
