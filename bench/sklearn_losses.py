"""Logistic and hinge fits by scikit-learn (lbfgs, LIBLINEAR) on the rows that bench/run losses wrote.

Arguments: file, rows, features, tasks, then jobs LOSS:METHOD:LAMBDA:INTERCEPT. The file holds the features row by row, then tasks,
then labels, all doubles. Prints one line per job and tolerance: job, tolerance, objective, seconds of processor time.

    objective = sum over tasks of mean loss + lambda sum_ts (A^-1)_ts w_t'w_s,   A^-1 = I (stl), I + I - 11'/T (mean, gamma = 1)

One model per task for stl; for mean one model on shared and own columns, which is the same problem. LIBLINEAR has no free
intercept: with one it is given a constant column (penalised), and the objective is that of its weights with the best intercept.
"""

import sys
import time
import warnings

import numpy as np
import sklearn
from scipy import sparse
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

warnings.filterwarnings("ignore")
path, n, d, tasks = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
raw = np.fromfile(path)
x = raw[: n * d].reshape(n, d)
task = raw[n * d : n * d + n].astype(int)
y = raw[n * d + n :]
rows = [np.flatnonzero(task == t) for t in range(tasks)]
xs = [np.ascontiguousarray(x[r]) for r in rows]
ys = [y[r] for r in rows]


def losses(loss, margins):
    return np.maximum(0, 1 - margins) if loss == "hinge" else np.logaddexp(0, -margins)


def objective(loss, method, lam, w, b):
    value = 0
    for t in range(tasks):
        value += losses(loss, ys[t] * (xs[t] @ w[t] + b[t])).mean()
    apart = np.sum(w * w) - np.sum(w.sum(0) ** 2) / tasks if method == "mean" else 0
    return value + lam * (np.sum(w * w) + apart)


def best_intercepts(loss, w):
    b = np.zeros(tasks)
    for t in range(tasks):
        z = xs[t] @ w[t]
        b[t] = minimize_scalar(lambda s: losses(loss, ys[t] * (z + s)).mean(), options={"xtol": 1e-12}).x
    return b


def estimator(loss, c, tol, intercept):
    if loss == "logistic":
        return LogisticRegression(C=c, tol=tol, max_iter=10_000, fit_intercept=intercept)
    return LinearSVC(loss="hinge", C=c, tol=tol, max_iter=1_000_000, fit_intercept=intercept, random_state=0)


def alone(loss, lam, tol, intercept):
    w, b = np.zeros((tasks, d)), np.zeros(tasks)
    start = time.process_time()
    for t in range(tasks):
        model = estimator(loss, 1 / (2 * lam * len(ys[t])), tol, intercept).fit(xs[t], ys[t])
        w[t] = model.coef_[0]
        b[t] = model.intercept_[0] if intercept else 0
    return w, b, time.process_time() - start


def together(loss, lam, tol, intercept):
    own, shared = np.sqrt(0.5), np.sqrt(0.5 / tasks)
    order = np.concatenate(rows)
    z, t = x[order], task[order]
    columns = np.concatenate([np.tile(np.arange(d), (n, 1)), d + t[:, None] * d + np.arange(d)], axis=1)
    matrix = sparse.csr_matrix(
        (np.concatenate([shared * z, own * z], axis=1).ravel(), columns.ravel(), np.arange(0, 2 * n * d + 1, 2 * d)),
        shape=(n, d + tasks * d),
    )
    start = time.process_time()
    model = estimator(loss, tasks / (2 * lam * n), tol, False).fit(matrix, y[order])
    seconds = time.process_time() - start
    v = model.coef_[0]
    w = shared * v[:d] + own * v[d:].reshape(tasks, d)
    return w, np.zeros(tasks), seconds


print(f"scikit-learn {sklearn.__version__}")
for job in sys.argv[5:]:
    loss, method, lam, intercept = job.split(":")
    lam, intercept = float(lam), intercept == "true"
    for tol in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7) if loss == "hinge" else (1e-4, 1e-5, 1e-6, 1e-8):
        w, b, seconds = (alone if method == "stl" else together)(loss, lam, tol, intercept)
        if intercept and loss == "hinge":
            b = best_intercepts(loss, w)
        print(job, tol, repr(float(objective(loss, method, lam, w, b))), f"{seconds:.4f}", flush=True)
        if seconds > 20:
            break
