"""Weights of contenders by SciPy, for StackSolverTest:

    python3 scipy_stack.py > stack.txt        (writes stack.csv beside it; SciPy's version is the first line)

Minimises over w_0, w_1, ..., w_T >= 0, each with the sum 1,

    sum_t [ L_t(w_t) + tau/2 ||w_t - w_0||^2 ] + rho/2 ||w_0 - 1/K||^2

with L_t of squares over twice the mean squared error of equal weights, or of logistic losses; tau = rows times, and rho = 1e-7 N times, the mean over
rows and contenders of the squared deviation from the contenders' mean, over that error (of classes: over 4). Common weights are the limit. Squares go to
scipy.optimize.nnls, where sums of 1 are rows of a large weight; logistic losses to SLSQP, from several starts.
"""
import numpy as np
import scipy
from scipy.optimize import minimize, nnls

K, T, N = 4, 3, 60
rng = np.random.default_rng(7)
task = np.repeat(np.arange(T), [10, 20, 30])
truth = rng.normal(size=N) * 2 + 5
p = np.stack([truth + rng.normal(size=N) * s + b * (task == t) for s, b, t in [(0.7, 0.9, 0), (0.6, -1.5, 1), (1.2, 0, 0), (0.9, 1.1, 2)]], axis=1)
p[:, 3] = 0.6 * p[:, 0] + 0.4 * p[:, 3]
y = truth + rng.normal(size=N) * 0.5
sign = np.where(truth - 5 + rng.normal(size=N) > 0, 1, -1)
with open("stack.csv", "w") as out:
    out.write("task,number,class,p1,p2,p3,p4\n")
    for i in range(N):
        out.write(",".join(map(repr, [int(task[i]), float(y[i]), int(sign[i])] + [float(v) for v in p[i]])) + "\n")


def sizes(scale):
    d = p - p.mean(axis=1, keepdims=True)
    bend = (d * d).sum() / scale / K
    return bend / N, 1e-7 * bend


def squares(rows):
    s2 = np.mean((y - p.mean(axis=1)) ** 2)
    per, rho = sizes(s2)
    joint = np.isfinite(rows)
    size = K * (T + 1) if joint else K
    a, b = [], []
    for i in range(N):
        row = np.zeros(size)
        at = K * (1 + task[i]) if joint else 0
        row[at:at + K] = p[i] / np.sqrt(s2)
        a.append(row)
        b.append(y[i] / np.sqrt(s2))
    for k in range(K):
        row = np.zeros(size)
        row[k] = np.sqrt(rho)
        a.append(row)
        b.append(np.sqrt(rho) / K)
        for t in range(T if joint else 0):
            row = np.zeros(size)
            row[k], row[K * (1 + t) + k] = -np.sqrt(rows * per), np.sqrt(rows * per)
            a.append(row)
            b.append(0)
    for t in range(size // K):
        row = np.zeros(size)
        row[K * t:K * t + K] = 1e5
        a.append(row)
        b.append(1e5)
    return nnls(np.array(a), np.array(b), maxiter=10000)[0].reshape(-1, K), s2, per, rho


def value(w, rows, loss, per, rho):
    common = w[0]
    each = w[1:] if len(w) > 1 else np.repeat(w, T, axis=0)
    total = rho / 2 * np.sum((common - 1 / K) ** 2)
    for t in range(T):
        total += loss(each[t], task == t)
        if len(w) > 1:
            total += rows * per / 2 * np.sum((each[t] - common) ** 2)
    return total


def logistic(w, of):
    return np.sum(np.logaddexp(0, -sign[of] * ((p[of] - 5) @ w)))


def classes(rows):
    per, rho = sizes(4)
    count = T + 1 if np.isfinite(rows) else 1
    f = lambda v: value(v.reshape(-1, K), rows, logistic, per, rho)
    sums = [{"type": "eq", "fun": lambda v, t=t: v[K * t:K * t + K].sum() - 1} for t in range(count)]
    best = None
    for _ in range(5):
        start = rng.dirichlet(np.ones(K), size=count).ravel()
        found = minimize(f, start, method="SLSQP", bounds=[(0, 1)] * len(start), constraints=sums, options={"ftol": 1e-15, "maxiter": 2000})
        best = found if best is None or found.fun < best.fun else best
    return best.x.reshape(-1, K), per, rho


print("SciPy", scipy.__version__)
for rows in [1.0, 30.0, np.inf]:
    w, s2, per, rho = squares(rows)
    error = lambda v, of: np.sum((y[of] - p[of] @ v) ** 2) / (2 * s2)
    print("number", rows, repr(float(value(w, rows, error, per, rho))), *[repr(float(v)) for v in w.ravel()])
    w, per, rho = classes(rows)
    print("class", rows, repr(float(value(w, rows, logistic, per, rho))), *[repr(float(v)) for v in w.ravel()])
