"""Sparse rows of several tasks in LIBSVM form: python3 bench/libsvm_data.py ROWS FEATURES TASKS FILE.svm

100 non-zeros per row, features drawn from a law with a long tail; labels are numbers, tasks (qid) have common weights and own.
"""
import sys

import numpy as np

rows, features, tasks = (int(a) for a in sys.argv[1:4])
rng = np.random.default_rng(1)
common, own = rng.normal(size=features), 0.5 * rng.normal(size=(tasks, features))
with open(sys.argv[4], "w") as out:
    for i in range(rows):
        where = np.unique((features * rng.random(100) ** 3).astype(int))
        values = np.round(rng.normal(size=len(where)), 4)
        task = i % tasks
        y = values @ (common + own[task])[where] / 10 + rng.normal()
        out.write(f"{y:.5f} qid:{task + 1} " + " ".join(f"{j + 1}:{v:g}" for j, v in zip(where, values)) + "\n")
