#!/bin/bash
# One fit in parts by GNU parallel, on this machine or, with --sshloginfile, on others that share
# the folder:
#
#     MODEL=my_model.hpp DATA=data.csv DRAWS=10000 PARTS=40 examples/cluster/parallel.sh
#
# Started again, it goes on from what is there.
set -euo pipefail
: "${MODEL:=g-and-k}" "${DATA:=data.csv}" "${DRAWS:=1000}" "${PARTS:=20}" "${OUT:=.}"

parallel --halt never surefoot fit "$MODEL" "$DATA" --draws "$DRAWS" --part "{}/$PARTS" \
  --threads 1 --resume --output "$OUT/part-{}.nc" --quiet ::: $(seq "$PARTS") >/dev/null || true
surefoot merge $(seq -f "$OUT/part-%g.nc" "$PARTS") --output "$OUT/fit.nc"
