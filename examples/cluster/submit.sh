#!/bin/bash
# One fit as a Slurm job array, submitted again for as long as parts are missing:
#
#     MODEL=my_model.hpp DATA=data.csv DRAWS=100000 PARTS=200 OUT=run examples/cluster/submit.sh
set -euo pipefail
export MODEL="${MODEL:-g-and-k}" DATA="${DATA:-data.csv}" DRAWS="${DRAWS:-1000}"
export PARTS="${PARTS:-20}" OUT="${OUT:-.}"
here=$(dirname "$0")
parts=$(seq -f "$OUT/part-%g.nc" "$PARTS")

missing=1-$PARTS
for attempt in 1 2 3 4 5; do
  sbatch --wait --array="$missing" "$here/array.sbatch" || true
  missing=$(surefoot merge --missing $parts)
  [ -n "$missing" ] || break
  echo "after attempt $attempt these parts are missing: $missing"
done
surefoot merge $parts --output "$OUT/fit.nc"
