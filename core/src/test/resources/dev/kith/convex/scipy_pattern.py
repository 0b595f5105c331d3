"""Writes pattern.txt: logdet with a pattern on weights.csv (see sklearn_weights.py), by BFGS over weights, intercepts and the entries of A that
the pattern allows, all at once (run with Python 3.11, numpy 1.24, scipy 1.10).

A line has the pattern (pairs of tasks), mu, rho, loss, lambda, the objective, then w and b of each task, then A row by row.
"""

import numpy as np
import scipy.optimize

table = np.genfromtxt("weights.csv", delimiter=",", skip_header=1)
n, d, tasks = len(table), 8, 4
X1 = np.hstack([table[:, :d], np.ones((n, 1))])
LABELS = {"squared": table[:, d : d + tasks], "logistic": table[:, d + tasks :]}


def loss(name, y, z):
    """Value and slope."""
    if name == "squared":
        return (y - z) ** 2, 2 * (z - y)
    return np.logaddexp(0, -y * z), -y / (1 + np.exp(y * z))


def solve(pattern, mu, rho, name, lam):
    y = LABELS[name]
    rows, cols = zip(*([(t, t) for t in range(tasks)] + pattern))
    split = (d + 1) * tasks

    def unpack(v):
        a = np.zeros((tasks, tasks))
        a[rows, cols] = v[split:]
        a[cols, rows] = v[split:]
        return v[:split].reshape(d + 1, tasks), a

    def objective(v):
        u, a = unpack(v)
        w = u[:d]
        if np.linalg.eigvalsh(a)[0] <= 1e-12:
            return np.inf, np.zeros_like(v)
        value, slope = loss(name, y, X1 @ u)
        inverse = np.linalg.inv(a)
        gradient = X1.T @ slope / n
        gradient[:d] += 2 * lam * w @ inverse
        by_a = -lam * inverse @ w.T @ w @ inverse + rho * (mu * np.eye(tasks) - inverse)
        entries = by_a[rows, cols] * np.where(np.array(rows) == np.array(cols), 1, 2)
        total = value.sum() / n + lam * np.trace(inverse @ w.T @ w) + rho * (mu * np.trace(a) - np.linalg.slogdet(a)[1])
        return total, np.concatenate([gradient.ravel(), entries])

    start = np.zeros(split + len(rows))
    start[split : split + tasks] = 1 / mu
    best = start
    for _ in range(5):
        best = scipy.optimize.minimize(objective, best, jac=True, method="BFGS", options={"gtol": 1e-12, "maxiter": 20000}).x
    value, gradient = objective(best)
    assert np.abs(gradient).max() < 1e-7, np.abs(gradient).max()
    return value, *unpack(best)


PATTERNS = {
    "none": [],
    "0-1": [(0, 1)],
    "0-1,1-2,2-3": [(0, 1), (1, 2), (2, 3)],
    "0-1,1-2,2-3,3-0": [(0, 1), (1, 2), (2, 3), (3, 0)],
}
with open("pattern.txt", "w") as out:
    for text, pairs in PATTERNS.items():
        for mu, rho, name, lam in [(1, 0.05, "squared", 0.05), (0.2, 0.02, "squared", 0.1), (2, 0.03, "logistic", 0.03)]:
            value, u, a = solve(pairs, mu, rho, name, lam)
            numbers = [value, *u.T.ravel(), *a.ravel()]
            out.write(" ".join([text, str(mu), str(rho), name, str(lam)] + [repr(float(v)) for v in numbers]) + "\n")
