"""Plain alternation (Ciliberto et al. 2015, algorithm 1) for losses x penalties on losses.csv: alternation.txt.

    sum over observations of loss / n_t + lambda tr(A^-1 W'W) + F(A)

with an intercept per task and lambda 0.005, for mtrl 0.0002

Supervised step: Newton's method on all weights and intercepts at once. Structure step: closed forms. The
barrier delta is divided by 10 whenever rounds stop lowering the objective. Nothing of Kith is used. Made with Python 3.11, NumPy 1.24:

    python3 numpy_alternation.py > alternation.txt
"""

import csv
import os
import sys

import numpy as np

LAMBDA = 0.005
T, D = 3, 3
rows = list(csv.DictReader(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "losses.csv"))))
keys = list(rows[0].keys())
X = np.array([[float(r[k]) for k in keys[1:4]] for r in rows])
TASK = np.array(["abc".index(r[keys[0]]) for r in rows])
LABELS = {"number": np.array([float(r[keys[4]]) for r in rows]),
          "class": np.array([float(r[keys[5]]) for r in rows]),
          "count": np.array([float(r[keys[6]]) for r in rows])}
WEIGHT = 1 / np.array([np.sum(TASK == t) for t in TASK])


def squared(y, z):
    return (y - z) ** 2, 2 * (z - y), 2 + 0 * z


def logistic(y, z):
    p = 1 / (1 + np.exp(y * z))
    return np.logaddexp(0, -y * z), -y * p, p * (1 - p)


def huber(y, z):
    d, r = 0.7, z - y
    inside = np.abs(r) <= d
    return (np.where(inside, r * r, 2 * d * np.abs(r) - d * d), np.where(inside, 2 * r, 2 * d * np.sign(r)),
            np.where(inside, 2.0, 0))


def squared_hinge(y, z):
    m = np.maximum(0, 1 - y * z)
    return m * m, -2 * y * m, np.where(m > 0, 2.0, 0)


def poisson(y, z):
    base = np.where(y > 0, y - y * np.log(np.maximum(y, 1)), 0)
    return np.exp(z) - y * z - base, np.exp(z) - y, np.exp(z)


LOSSES = {"squared": (squared, "number"), "logistic": (logistic, "class"), "huber:0.7": (huber, "number"),
          "squared-hinge": (squared_hinge, "class"), "poisson": (poisson, "count")}


def supervised(loss, y, a, start):
    """Newton's method; variables: w_t and b_t of all tasks, task by task."""
    n = T * (D + 1)
    design = np.zeros((len(y), n))
    for o, t in enumerate(TASK):
        design[o, t * (D + 1):t * (D + 1) + D] = X[o]
        design[o, t * (D + 1) + D] = 1
    ridge = np.zeros((n, n))
    inverse = np.linalg.inv(a)
    for s in range(T):
        for t in range(T):
            for j in range(D):
                ridge[s * (D + 1) + j, t * (D + 1) + j] = LAMBDA * inverse[s, t]
    v = start.copy()

    def value(at):
        return np.sum(WEIGHT * loss(y, design @ at)[0]) + at @ ridge @ at

    for _ in range(100):
        _, slope, bend = loss(y, design @ v)
        gradient = design.T @ (WEIGHT * slope) + 2 * ridge @ v
        hessian = design.T @ ((WEIGHT * bend)[:, None] * design) + 2 * ridge + 1e-13 * np.eye(n)
        step = np.linalg.solve(hessian, gradient)
        size, now = 1.0, value(v)
        while value(v - size * step) > now + 1e-14 * abs(now) and size > 1e-8:
            size /= 2
        v = v - size * step
        if np.max(np.abs(step)) < 1e-13:
            break
    return v


def spectral(s, g):
    e, q = np.linalg.eigh(s)
    return (q * g(np.maximum(e, 0))) @ q.T


def cluster_levels(e):
    """clip(nu sqrt(e), 1/eps, 1) with trace (T - 2)/eps + 1, by bisection on log nu."""
    low, high = 1 / 10, 1.0
    want = (T - 2) * low + high
    a, b = -100.0, 100.0
    for _ in range(200):
        nu = (a + b) / 2
        a, b = (nu, b) if np.sum(np.clip(np.exp(nu) * np.sqrt(e), low, high)) < want else (a, nu)
    return np.clip(np.exp(b) * np.sqrt(e), low, high)


def cluster(s):
    ones = np.full((T, 1), 1 / np.sqrt(T))
    basis = np.linalg.svd(np.eye(T) - ones @ ones.T)[0][:, :T - 1]
    e, q = np.linalg.eigh(basis.T @ s @ basis)
    q = basis @ q
    return ones @ ones.T + (q * cluster_levels(np.maximum(e, 0))) @ q.T


def schatten(p):
    return (lambda s: spectral(s, lambda e: (e / p) ** (1 / (p + 1))),
            lambda w, a: LAMBDA * sum((x / g if g > 0 else 0) + g ** p for x, g in
                                      ((x, (x / p) ** (1 / (p + 1))) for x in np.linalg.svd(w)[1] ** 2)))


PENALTIES = {
    "mtfl": schatten(1), "okl": schatten(2), "schatten": schatten(1.5),
    "mtrl": (lambda s: spectral(s, lambda e: np.sqrt(e) / np.sum(np.sqrt(e))),
             lambda w, a: LAMBDA * np.sum(np.linalg.svd(w)[1]) ** 2),
    "cluster": (cluster, lambda w, a: LAMBDA * np.trace(np.linalg.solve(cluster(w.T @ w), w.T @ w))),
}


def alternate(loss, y, step, cost, barrier):
    a, v = np.eye(T), np.zeros(T * (D + 1))
    delta, last = (0.1 if barrier else 0.0), np.inf
    for _ in range(20000):
        v = supervised(loss, y, a, v)
        parts = v.reshape(T, D + 1)
        w = parts[:, :D].T
        z = np.sum(X * parts[TASK, :D], axis=1) + parts[TASK, D]
        a = step(w.T @ w + delta ** 2 * np.eye(T))
        now = np.sum(WEIGHT * loss(y, z)[0]) + cost(w, a)
        if abs(last - now) < 1e-15 * abs(now):
            if delta < 1e-12:
                break
            delta /= 10
        last = now
    return now, w, parts[:, D]


for name, (loss, labels) in LOSSES.items():
    for penalty, (step, cost) in PENALTIES.items():
        LAMBDA = 0.0002 if penalty == "mtrl" else 0.005
        value, w, b = alternate(loss, LABELS[labels], step, cost, penalty != "cluster")
        numbers = " ".join(repr(float(x)) for x in [value] + list(np.vstack([w, b]).T.ravel()))
        print(name, penalty, numbers)
        sys.stdout.flush()
