"""Linear predictions of each row's own task with pandas and NumPy: python3 bench/pandas_predict.py WEIGHTS.csv ROWS.csv OUT.csv

The peer of kith predict. With TASKS FEATURES WEIGHTS.csv instead it writes some weights: task, x0, x1, ..., intercept.
"""
import sys

import numpy as np
import pandas as pd

if sys.argv[1].isdigit():
    tasks, features = int(sys.argv[1]), int(sys.argv[2])
    names = [f"x{j}" for j in range(features)] + ["intercept"]
    table = pd.DataFrame(np.random.default_rng(2).normal(size=(tasks, features + 1)), columns=names)
    table.insert(0, "task", [f"t{t}" for t in range(tasks)])
    table.to_csv(sys.argv[3], index=False)
    sys.exit()
weights = pd.read_csv(sys.argv[1])
rows = pd.read_csv(sys.argv[2])
features = list(weights.columns[1:-1])
which = pd.Index(weights.task).get_indexer(rows.task)
w = weights[features].to_numpy()[which]
predictions = np.einsum("ij,ij->i", rows[features].to_numpy(), w) + weights.intercept.to_numpy()[which]
pd.DataFrame({"task": rows.task, "prediction": predictions}).to_csv(sys.argv[3], index=False)
