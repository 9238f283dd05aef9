#!/usr/bin/env python3
"""A simulator as a program: a job of two stages, each of random length.

    surefoot fit "exec:python3 two_stages.py" times.csv --parameters mean=0.1:100:log,ratio=0:1
"""
import math
import random
import sys

for line in sys.stdin:
    count, seed, mean, ratio = line.split()
    noise = random.Random(int(seed))
    for _ in range(int(count)):
        first, second = -math.log(1 - noise.random()), -math.log(1 - noise.random())
        print(float(mean) * (first + float(ratio) * second))
    sys.stdout.flush()
