"""Writes losses.csv and losses.txt: losses fitted by other programs (run with Python 3.11, numpy 1.24, scipy 1.10,
scikit-learn 1.2.1).

Part 1, "mean": three tasks together with A^-1 = I + 2 (I - 11'/3), lambda 0.05, weights 1/n_t, intercepts, nothing
standardised. Smooth losses by Newton's method, losses with kinks as quadratic programs (SLSQP). A line has the objective,
then w and b of each task.

Part 2, "sklearn": task a alone by the estimator that has the loss. A line has lambda, the loss's parameter (0 where it has
none), then w and b.
"""

import numpy as np
import scipy.optimize
from sklearn.linear_model import HuberRegressor, PoissonRegressor
from sklearn.svm import SVR, LinearSVC

rng = np.random.default_rng(20261118)
d, tasks, n = 3, 3, 24
common = rng.normal(size=d)
rows = []
for t in range(tasks):
    w = common + 0.5 * rng.normal(size=d)
    for _ in range(n + 2 * t):
        x = np.round(rng.normal(size=d) + 0.5, 6)
        z = x @ w + 0.3 + 0.4 * rng.standard_t(2)
        y = round(float(z), 6)
        rows.append([t, *x, y, 1 if z + rng.normal() > 0.3 else -1, rng.poisson(np.exp(0.5 * x @ w + 0.4))])
rows = np.array(rows)
with open("losses.csv", "w") as out:
    out.write("task,x1,x2,x3,y,sign,count\n")
    for row in rows:
        out.write("abc"[int(row[0])] + "," + ",".join("%.6f" % v for v in row[1:]) + "\n")

task, X = rows[:, 0].astype(int), rows[:, 1:4]
count = np.bincount(task)
weight = 1.0 / count[task]
lam, gamma = 0.05, 2.0
precision = np.eye(tasks) + gamma * (np.eye(tasks) - np.ones((tasks, tasks)) / tasks)
# unknowns: w_1, b_1, w_2, b_2, ...
design = np.zeros((len(rows), tasks * (d + 1)))
for o, t in enumerate(task):
    design[o, t * (d + 1) : t * (d + 1) + d] = X[o]
    design[o, t * (d + 1) + d] = 1
ridge = np.kron(precision, np.diag([1.0] * d + [0.0]))

DELTA, EPS, LEVEL = 0.7, 0.3, 0.8


def newton(value, slope, bend, y):
    u = np.zeros(design.shape[1])
    objective = lambda v: weight @ value(y, design @ v) + lam * v @ ridge @ v
    for _ in range(200):
        z = design @ u
        g = design.T @ (weight * slope(y, z)) + 2 * lam * ridge @ u
        h = design.T @ (design * (weight * bend(y, z))[:, None]) + 2 * lam * ridge + 1e-12 * np.eye(len(u))
        step = np.linalg.solve(h, -g)
        size = 1.0
        while objective(u + size * step) > objective(u) + 1e-4 * size * g @ step and size > 1e-12:
            size /= 2
        u = u + size * step
        if np.abs(g).max() < 1e-14:
            break
    return objective(u), u


def program(up, down, slack, y):
    """min weight @ s + ridge, s >= up (y - z - slack), s >= down (z - y - slack), s >= 0."""
    k, m = design.shape[1], len(y)
    scale = lambda v: lam * v[:k] @ ridge @ v[:k] + weight @ v[k:]
    grad = lambda v: np.concatenate([2 * lam * ridge @ v[:k], weight])
    a = np.vstack([np.hstack([up * design, np.eye(m)]), np.hstack([-down * design, np.eye(m)])])
    c = np.concatenate([up * (y - slack), down * (-y - slack)])
    start = np.concatenate([np.zeros(k), np.abs(y) + 1])
    found = scipy.optimize.minimize(
        scale, start, jac=grad, method="SLSQP", bounds=[(None, None)] * k + [(0, None)] * m,
        constraints=[{"type": "ineq", "fun": lambda v: a @ v - c, "jac": lambda v: a}],
        options={"maxiter": 2000, "ftol": 1e-15},
    )
    u = found.x[:k]
    r = y - design @ u
    loss = np.maximum(0, np.maximum(up * (r - slack), down * (-r - slack)))
    return weight @ loss + lam * u @ ridge @ u, u


y, sign, counts = rows[:, 4], rows[:, 5], rows[:, 6]
out = open("losses.txt", "w")
out.write("# scipy_losses.py\n")


def line(kind, name, *numbers):
    out.write(kind + " " + name + " " + " ".join("%.12g" % v for v in np.concatenate([np.atleast_1d(n) for n in numbers])) + "\n")


hub = lambda y, z: np.where(np.abs(z - y) <= DELTA, (z - y) ** 2, DELTA * (2 * np.abs(z - y) - DELTA))
line("mean", "huber:%g" % DELTA, *newton(hub, lambda y, z: np.clip(2 * (z - y), -2 * DELTA, 2 * DELTA), lambda y, z: 2.0 * (np.abs(z - y) <= DELTA), y))
line("mean", "squared-hinge", *newton(lambda y, z: np.maximum(0, 1 - y * z) ** 2, lambda y, z: -2 * y * np.maximum(0, 1 - y * z), lambda y, z: 2.0 * (y * z < 1), sign))
ylogy = np.where(counts > 0, counts * np.log(np.maximum(counts, 1)) - counts, 0)
line("mean", "poisson", *newton(lambda y, z: np.exp(z) - y * z + ylogy, lambda y, z: np.exp(z) - y, lambda y, z: np.exp(z), counts))
line("mean", "absolute", *program(1, 1, 0, y))
line("mean", "eps-insensitive:%g" % EPS, *program(1, 1, EPS, y))
line("mean", "quantile:%g" % LEVEL, *program(LEVEL, 1 - LEVEL, 0, y))

own = task == 0
Xa, ya, sa, ca, na = X[own], y[own], sign[own], counts[own], own.sum()
alpha, C = 0.5, 0.8
m = HuberRegressor(epsilon=1.35, alpha=alpha, max_iter=100000, tol=1e-12).fit(Xa, ya)
line("sklearn", "huber", alpha * m.scale_ / na, 1.35 * m.scale_, m.coef_, m.intercept_)
m = SVR(kernel="linear", C=C, epsilon=EPS, tol=1e-12).fit(Xa, ya)
line("sklearn", "eps-insensitive", 1 / (2 * C * na), EPS, m.coef_[0], m.intercept_)
m = LinearSVC(loss="squared_hinge", C=C, dual=False, fit_intercept=False, tol=1e-14, max_iter=100000).fit(Xa, sa)
line("sklearn", "squared-hinge", 1 / (2 * C * na), 0, m.coef_[0], 0)
m = PoissonRegressor(alpha=0.1, tol=1e-14, max_iter=100000).fit(Xa, ca)
line("sklearn", "poisson", 0.1 / 2, 0, m.coef_, m.intercept_)
