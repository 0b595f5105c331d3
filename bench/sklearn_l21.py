"""A row of a Markdown table: scikit-learn's MultiTaskLasso on data like those of bench/run convex, for n rows.

Seconds of processor time of this thread, the least of several runs, at tol 1e-4 and 1e-8; its tolerance is on the
duality gap relative to ||Y||^2, which is larger than the objective.
"""

import sys
import time

import numpy as np
import sklearn
from sklearn.linear_model import MultiTaskLasso

n, d, tasks = int(sys.argv[1]), 200, 50
rng = np.random.default_rng(1)
x = rng.standard_normal((n, d))
w = rng.standard_normal((d, tasks))
w[20:] = 0
y = x @ w + rng.standard_normal((n, tasks))
largest = np.linalg.norm((x - x.mean(0)).T @ (y - y.mean(0)) / n, axis=1).max()


def least(tolerance):
    best = float("inf")
    for _ in range(5):
        start = time.thread_time()
        MultiTaskLasso(alpha=largest / 20, tol=tolerance, max_iter=100_000).fit(x, y)
        best = min(best, time.thread_time() - start)
    return best


print(f"| scikit-learn {sklearn.__version__} MultiTaskLasso, its tol | {least(1e-4):.4f} | {least(1e-8):.4f} |")
