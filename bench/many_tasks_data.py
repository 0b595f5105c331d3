"""Rows of many tasks, long: python3 bench/many_tasks_data.py TASKS ROWS FEATURES FILE.csv[.gz] [CLUSTER]

All tasks have weights around common ones; with CLUSTER, each so many tasks in a row around weights of their own.
"""
import sys

import numpy as np
import pandas as pd

tasks, rows, features = (int(a) for a in sys.argv[1:4])
cluster = int(sys.argv[5]) if len(sys.argv) > 5 else tasks
rng = np.random.default_rng(1)
common = rng.normal(size=features)
x = rng.normal(size=(tasks * rows, features))
task = np.repeat(np.arange(tasks), rows)
weights = common + 0.5 * rng.normal(size=(tasks, features))
if cluster < tasks:
    weights += rng.normal(size=(tasks // cluster + 1, features))[np.arange(tasks) // cluster] - common
y = (x * weights[task]).sum(1) + rng.normal(size=tasks * rows)
table = pd.DataFrame(np.round(x, 5), columns=[f"x{j}" for j in range(features)])
table.insert(0, "task", [f"t{t}" for t in task])
table["y"] = np.round(y, 5)
table.to_csv(sys.argv[4], index=False)
