"""Rows of a Markdown table: scikit-learn's Perceptron on own + shared copies of the features, for bench/run online.

Every row of 70 of 50,000 features becomes 140 of 50,000 (tasks + 1): a shared copy and one of its task. That makes a
single-task Perceptron the multitask one with b = tasks. Times are CPU times.
"""
import sys
import time

try:
    import numpy as np
    import scipy.sparse as sp
    import sklearn
    from sklearn.linear_model import Perceptron
except ImportError as e:
    sys.exit(f"no comparison with scikit-learn: {e}")

D, NNZ, ROWS, SINGLE = 50_000, 70, 100_000, 1_000
tasks = int(sys.argv[1])
rng = np.random.default_rng(1)
task = rng.integers(0, tasks, ROWS)
index = np.sort(rng.integers(0, D, (ROWS, NNZ)), axis=1)
value = rng.integers(1, 10, (ROWS, NNZ)).astype(float)
value /= np.linalg.norm(value, axis=1, keepdims=True)
label = np.where((value * rng.uniform(-1, 1, D)[index]).sum(axis=1) >= 0, 1, -1)
own = index + D * (task[:, None] + 1)
x = sp.csr_matrix(
    (np.hstack([value, value]).ravel(), np.hstack([index, own]).ravel(), np.arange(ROWS + 1) * 2 * NNZ),
    shape=(ROWS, D * (tasks + 1)),
)


def seconds(work):
    start = time.process_time()
    work()
    return time.process_time() - start


model = Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)
batch = min(seconds(lambda: model.fit(x, label)) for _ in range(3))
single = Perceptron(fit_intercept=False)
single.partial_fit(x[:1], label[:1], classes=[-1, 1])


def row_by_row():
    for n in range(SINGLE):
        single.partial_fit(x[n], label[n : n + 1])


by_row = seconds(row_by_row)
name = f"scikit-learn {sklearn.__version__} Perceptron, own + shared copies"
print(f"| {name}, one `fit` | {tasks} | {ROWS / batch / 1e6:.2f} | | |")
print(f"| {name}, `partial_fit` row by row | {tasks} | {SINGLE / by_row / 1e6:.5f} | | |")
