"""Writes classes.csv and classes.txt: several classes judged together, fitted by other programs (run with Python 3.11, numpy
1.24, scipy 1.10, scikit-learn 1.2.1).

Objective: mean loss + lambda tr(P W'W), P = I ("stl") or I + 2 (I - 11'/4) ("mean"), lambda 0.01, nothing standardised. A
line has the objective, then w (and b, 0 without intercept) of each class.

softmax stl      LogisticRegression, multinomial, with intercept
softmax mean     BFGS, with intercept
multiclass-hinge stl, mean   as quadratic programs (SLSQP), with intercept
sklearn hinge    LinearSVC(multi_class="crammer_singer"), without intercept
"""

import numpy as np
import scipy.optimize
from scipy.special import logsumexp
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

rng = np.random.default_rng(4)
n, d, k = 48, 3, 4
centre = rng.normal(size=(k, d))
own = np.arange(n) % k
X = np.round(centre[own] + 0.9 * rng.normal(size=(n, d)), 6)
with open("classes.csv", "w") as out:
    out.write("x1,x2,x3,kind\n")
    for x, c in zip(X, own):
        out.write(",".join("%.6f" % v for v in x) + "," + "k%d" % c + "\n")
lam = 0.01
P = {"stl": np.eye(k), "mean": np.eye(k) + 2 * (np.eye(k) - np.ones((k, k)) / k)}


def softmax(w, b):
    z = X @ w.T + b
    return np.mean(logsumexp(z, axis=1) - z[np.arange(n), own])


def hinge(w, b):
    z = X @ w.T + b
    mine = z[np.arange(n), own]
    z = z + 1
    z[np.arange(n), own] = mine
    return np.mean(z.max(axis=1) - mine)


def penalty(w, p):
    return lam * np.sum(p * (w @ w.T))


def line(name, loss, p, w, b):
    b = b - b.mean()  # both losses and their penalties leave the level of intercepts open
    value = loss(w, b) + penalty(w, p)
    print(name, "%.12g" % value, *("%.12g" % v for t in range(k) for v in [*w[t], b[t]]), file=out)


def program(p):
    """min mean s + penalty, s_i >= 1 - z_own + z_k for the others, s_i >= 0."""
    size = k * (d + 1)
    rows, right = [], []
    for i in range(n):
        for j in range(k):
            if j != own[i]:
                row = np.zeros(size + n)
                row[own[i] * (d + 1) : own[i] * (d + 1) + d] = X[i]
                row[own[i] * (d + 1) + d] = 1
                row[j * (d + 1) : j * (d + 1) + d] -= X[i]
                row[j * (d + 1) + d] -= 1
                row[size + i] = 1
                rows.append(row)
                right.append(1.0)
    rows, right = np.array(rows), np.array(right)
    ridge = np.kron(p, np.diag([1.0] * d + [0.0]))
    found = scipy.optimize.minimize(
        lambda v: lam * v[:size] @ ridge @ v[:size] + v[size:].mean(),
        np.concatenate([np.zeros(size), np.ones(n)]),
        jac=lambda v: np.concatenate([2 * lam * ridge @ v[:size], np.full(n, 1 / n)]),
        method="SLSQP", bounds=[(None, None)] * size + [(0, None)] * n,
        constraints=[{"type": "ineq", "fun": lambda v: rows @ v - right, "jac": lambda v: rows}],
        options={"maxiter": 2000, "ftol": 1e-15},
    )
    u = found.x[:size].reshape(k, d + 1)
    return u[:, :d], u[:, d]


with open("classes.txt", "w") as out:
    print("# scipy_classes.py", file=out)
    fit = LogisticRegression(C=1 / (2 * lam * n), tol=1e-12, max_iter=100000, solver="newton-cg", multi_class="multinomial")
    fit.fit(X, own)
    line("softmax stl", softmax, P["stl"], fit.coef_, fit.intercept_)
    p = P["mean"]

    def both(u):
        w, b = u.reshape(k, d + 1)[:, :d], u.reshape(k, d + 1)[:, d]
        z = X @ w.T + b
        q = np.exp(z - logsumexp(z, axis=1, keepdims=True))
        q[np.arange(n), own] -= 1
        g = np.hstack([q.T @ X / n + 2 * lam * p @ w, q.mean(axis=0)[:, None]])
        return softmax(w, b) + penalty(w, p), g.ravel()

    u = scipy.optimize.minimize(both, np.zeros(k * (d + 1)), jac=True, method="BFGS", options={"gtol": 1e-10}).x.reshape(k, d + 1)
    line("softmax mean", softmax, p, u[:, :d], u[:, d])
    for name in P:
        line("multiclass-hinge " + name, hinge, P[name], *program(P[name]))
    svc = LinearSVC(C=1 / (2 * lam * n), fit_intercept=False, multi_class="crammer_singer", tol=1e-10, max_iter=10000000)
    svc.fit(X, own)
    line("sklearn", hinge, P["stl"], svc.coef_, np.zeros(k))
