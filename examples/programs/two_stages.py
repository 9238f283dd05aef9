#!/usr/bin/env python3
"""A simulator as a program: a job of two stages, each of random length.

    surefoot fit "exec:python3 two_stages.py" times.csv --parameters mean=0.1:100:log,ratio=0:1
"""
import random
import sys

for line in sys.stdin:
    count, seed, mean, ratio = line.split()
    stage = random.Random(int(seed)).expovariate
    rows = [float(mean) * (stage(1) + float(ratio) * stage(1)) for _ in range(int(count))]
    print("\n".join(map(repr, rows)), flush=True)
