"""Writes stationary.csv and stationary.txt: the two problems that are not convex, by turns as published (run with Python 3.11, numpy
1.24, scipy 1.10).

Six tasks with rows of their own, unequally many, nothing standardised, weights 1/n_t, intercepts. A line has method, loss, lambda, mu and (rank or
eps) in Kith's units, the objective, the start (L by columns for factor, nothing for transfer), then W by tasks.

factor: S by coordinate descent (logistic: proximal gradient steps) and L by the normal equations (logistic: BFGS), in turns from the leading directions of
ridge regressions. transfer: B by coordinate descent and W by the normal equations (logistic: BFGS), in turns from B = 0. Kith minimises
one of each pair out instead, so that only problem and start are shared.
"""

import numpy as np
from scipy.optimize import minimize

rng = np.random.default_rng(23)
d, k = 5, 2
sizes = [40, 30, 25, 20, 16, 14]
tasks = len(sizes)
basis = rng.normal(size=(d, k))
truth = basis @ np.array([[1, 1.2, 0, 0, 0.8, -1], [0, 0, 1, -0.9, 0.7, 0.6]])
X, Y, S = [], [], []
with open("stationary.csv", "w") as out:
    out.write("t,y,s," + ",".join(f"x{j}" for j in range(d)) + "\n")
    for t, n in enumerate(sizes):
        x = np.round(rng.normal(size=(n, d)) + 0.2, 6)
        z = x @ truth[:, t] + 0.3
        y = np.round(z + (0.2 + 0.15 * t) * rng.normal(size=n), 6)
        s = np.where(z + 0.8 * rng.normal(size=n) > 0.3, 1.0, -1.0)
        X.append(x), Y.append(y), S.append(s)
        for i in range(n):
            out.write(f"t{t + 1}," + "%.6f,%d," % (y[i], s[i]) + ",".join("%.6f" % v for v in x[i]) + "\n")


def value(loss, y, z):
    return (y - z) ** 2 if loss == "squared" else np.logaddexp(0, -y * z)


def slope(loss, y, z):
    return 2 * (z - y) if loss == "squared" else -y / (1 + np.exp(y * z))


def labels(loss):
    return Y if loss == "squared" else S


def parts(loss, W, b):
    """V_t and its gradients in w_t and b_t."""
    v, gw, gb = np.zeros(tasks), np.zeros((d, tasks)), np.zeros(tasks)
    for t in range(tasks):
        z, y = X[t] @ W[:, t] + b[t], labels(loss)[t]
        g = slope(loss, y, z) / len(y)
        v[t], gw[:, t], gb[t] = value(loss, y, z).mean(), X[t].T @ g, g.sum()
    return v, gw, gb


def smooth(f, x):
    for _ in range(3):
        x = minimize(f, x, jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 10000}).x
    return x


def alone(loss, lam):
    def f(x):
        W, b = x[: d * tasks].reshape(d, tasks), x[d * tasks :]
        v, gw, gb = parts(loss, W, b)
        return v.sum() + lam * (W**2).sum(), np.concatenate([(gw + 2 * lam * W).ravel(), gb])

    x = smooth(f, np.zeros((d + 1) * tasks))
    return x[: d * tasks].reshape(d, tasks), x[d * tasks :]


def codes(loss, t, L, s, b, cost):
    """The lasso of one task with its intercept by proximal gradient steps with a fixed length, accelerated."""
    P, y = X[t] @ L, labels(loss)[t]
    A = np.column_stack([P, np.ones(len(y))])
    step = 1 / ((2 if loss == "squared" else 0.25) * np.linalg.norm(A, 2) ** 2 / len(y))
    x = np.append(s, b)
    point, momentum = x, 1.0
    for _ in range(20000):
        u = point - step * (A.T @ slope(loss, y, A @ point)) / len(y)
        new = np.append(np.sign(u[:-1]) * np.maximum(0, np.abs(u[:-1]) - step * cost), u[-1])
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if (point - new) @ (new - x) > 0:
            following = 1.0
        point = new + (momentum - 1) / following * (new - x) if following > 1 else new
        moved, x, momentum = np.abs(new - x).max(), new, following
        if moved < 1e-14:
            break
    return x[:-1], x[-1]


def factor(loss, lam, mu):
    W, b = alone(loss, lam)
    cost = lam * mu
    U = np.linalg.svd(W, full_matrices=False)[0][:, :k]
    L = U * np.cbrt(cost * np.abs(U.T @ W).sum(axis=1) / (2 * lam))
    start = L.copy()
    C = np.zeros((k, tasks))
    last = np.inf
    for turn in range(4000):
        for t in range(tasks):
            C[:, t], b[t] = codes(loss, t, L, C[:, t], b[t], cost)

        def f(x):
            M, c = x[: d * k].reshape(d, k), x[d * k :]
            v, gw, gb = parts(loss, M @ C, c)
            return v.sum() + lam * (M**2).sum(), np.concatenate([(gw @ C.T + 2 * lam * M).ravel(), gb])

        if loss == "squared":
            A, r = lam * np.eye(d * k), np.zeros(d * k)
            for t in range(tasks):
                xc, yc = X[t] - X[t].mean(0), Y[t] - Y[t].mean()
                row = np.einsum("ij,k->ijk", xc, C[:, t]).reshape(len(yc), -1)
                A, r = A + row.T @ row / len(yc), r + row.T @ yc / len(yc)
            L = np.linalg.solve(A, r).reshape(d, k)
            b = np.array([Y[t].mean() - X[t].mean(0) @ L @ C[:, t] for t in range(tasks)])
        else:
            x = minimize(f, np.concatenate([L.ravel(), b]), jac=True, method="BFGS", options={"gtol": 1e-9}).x
            L, b = x[: d * k].reshape(d, k), x[d * k :]
        now = f(np.concatenate([L.ravel(), b]))[0] + cost * np.abs(C).sum()
        if last - now < 1e-13:
            break
        last = now
    return now, start.T.ravel(), L @ C


def transfer(loss, lam, mu, eps):
    W, b = alone(loss, lam * (1 + eps))
    B = np.zeros((tasks, tasks))
    last = np.inf
    for turn in range(4000):
        v = parts(loss, W, b)[0]
        Q = W.T @ W
        for t in range(tasks):
            for sweep in range(20000):
                before = B[:, t].copy()
                for s in range(tasks):
                    if s != t:
                        pull = Q[s, t] - Q[s] @ B[:, t] + Q[s, s] * B[s, t] - mu * v[s] / 2
                        B[s, t] = max(0.0, pull / Q[s, s])
                if np.abs(B[:, t] - before).max() < 1e-15:
                    break
        weight = 1 + lam * mu * B.sum(axis=1)
        M = (np.eye(tasks) - B) @ (np.eye(tasks) - B).T + eps * np.eye(tasks)

        def f(x):
            U, c = x[: d * tasks].reshape(d, tasks), x[d * tasks :]
            v, gw, gb = parts(loss, U, c)
            return weight @ v + lam * np.trace(U @ M @ U.T), np.concatenate(
                [(gw * weight + 2 * lam * U @ M).ravel(), gb * weight]
            )

        if loss == "squared":
            A, r = lam * np.kron(M, np.eye(d)), np.zeros(d * tasks)
            for t in range(tasks):
                xc, yc, at = X[t] - X[t].mean(0), Y[t] - Y[t].mean(), slice(t * d, t * d + d)
                A[at, at] += weight[t] * xc.T @ xc / len(yc)
                r[at] = weight[t] * xc.T @ yc / len(yc)
            W = np.linalg.solve(A, r).reshape(tasks, d).T
            b = np.array([Y[t].mean() - X[t].mean(0) @ W[:, t] for t in range(tasks)])
        else:
            x = minimize(f, np.concatenate([W.ravel(), b]), jac=True, method="BFGS", options={"gtol": 1e-9}).x
            W, b = x[: d * tasks].reshape(d, tasks), x[d * tasks :]
        now = f(np.concatenate([W.ravel(), b]))[0]
        if last - now < 1e-13:
            break
        last = now
    return now, [], W


with open("stationary.txt", "w") as out:
    for loss in ("squared", "logistic"):
        for lam, mu, number in ((0.05, 1.0, k), (0.1, 0.5, k)):
            objective, start, W = factor(loss, lam, mu)
            words = ["factor", loss, lam, mu, number, objective, *start, *W.T.ravel()]
            out.write(" ".join(map(str, words)) + "\n")
        for lam, mu, number in ((0.1, 1.0, 0.1), (0.05, 3.0, 0.05)):
            objective, start, W = transfer(loss, lam, mu, number)
            words = ["transfer", loss, lam, mu, number, objective, *start, *W.T.ravel()]
            out.write(" ".join(map(str, words)) + "\n")
