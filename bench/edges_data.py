"""Edges between the tasks t0, t1, ...: python3 bench/edges_data.py chain|grid TASKS FILE.csv

A grid is as near a square as the number of tasks allows.
"""
import math
import sys

shape, tasks, file = sys.argv[1], int(sys.argv[2]), sys.argv[3]
width = tasks
if shape == "grid":
    width = next(w for w in range(math.isqrt(tasks), 0, -1) if tasks % w == 0)
with open(file, "w") as out:
    out.write("task,neighbour\n")
    for t in range(tasks):
        if (t + 1) % width:
            out.write(f"t{t},t{t + 1}\n")
        if t + width < tasks:
            out.write(f"t{t},t{t + width}\n")
