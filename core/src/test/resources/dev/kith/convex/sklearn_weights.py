"""Writes weights.csv and weights.txt: penalties on the weights of linear models by other programs (run with Python 3.11, numpy
1.24, scipy 1.10, scikit-learn 1.2.1).

Four tasks on the same 40 rows, nothing standardised, weights 1/n_t, intercepts. A line has method, its ratio (or p, 0 where it has
none), loss, lambda in Kith's units, the objective in Kith's units, then w and b of each task.

l1, elastic, l21: Lasso, ElasticNet, MultiTaskLasso, QuantileRegressor (a linear program); l1 with the logistic loss by accelerated
proximal gradient steps in NumPy, as LogisticRegression stops at five digits. schatten-norm: BFGS on W (its norm has a gradient wherever
W is not zero). dirty: accelerated proximal gradient on the pair (S, L), W = S + L; its line has W and b, then the entries of S.
l21-relation with okl (a gradient everywhere but at rows of zeros): proximal gradient steps.
"""

import numpy as np
import scipy.optimize
from sklearn.linear_model import ElasticNet, Lasso, MultiTaskLasso, QuantileRegressor

rng = np.random.default_rng(17)
n, d, tasks = 40, 8, 4
X = rng.normal(size=(n, d))
X[:, 1] = X[:, 0] + 0.3 * X[:, 1]
X = np.round(X + 0.2, 6)
W = rng.normal(size=(d, 2)) @ rng.normal(size=(2, tasks))
W[4:] = 0
W[rng.random(size=W.shape) < 0.3] = 0
W[6, 2] = 3
Z = X @ W + 0.5
Y = np.round(Z + 0.7 * rng.normal(size=Z.shape), 6)
S = np.where(Z + rng.normal(size=Z.shape) > 0.5, 1, -1)
with open("weights.csv", "w") as out:
    out.write(",".join([f"x{j}" for j in range(d)] + [f"y{t}" for t in range(tasks)] + [f"s{t}" for t in range(tasks)]))
    out.write("\n")
    for i in range(n):
        out.write(",".join("%.6f" % v for v in [*X[i], *Y[i]]) + "," + ",".join("%d" % v for v in S[i]) + "\n")

LOSSES = {
    "squared": lambda y, z: (y - z) ** 2,
    "absolute": lambda y, z: np.abs(y - z),
    "quantile:0.8": lambda y, z: np.maximum(0.8 * (y - z), -0.2 * (y - z)),
    "logistic": lambda y, z: np.logaddexp(0, -y * z),
}
PENALTIES = {
    "l1": lambda w, _: np.abs(w).sum(),
    "elastic": lambda w, ratio: ratio * np.abs(w).sum() + (1 - ratio) * (w**2).sum(),
    "l21": lambda w, _: np.sqrt((w**2).sum(axis=1)).sum(),
}


def schatten(w, p):
    q = 2 * p / (p + 1)
    return 2 * (np.linalg.svd(w, compute_uv=False) ** q).sum() ** (1 / q)


PENALTIES["schatten-norm"] = schatten
PENALTIES["dirty"] = lambda w, part, cost: cost * np.abs(part).sum() + np.linalg.svd(w - part, compute_uv=False).sum()


def okl(sigma):
    """min over g of sigma^2 / g + g^2, at g = (sigma^2 / 2)^(1/3)."""
    g = (sigma**2 / 2) ** (1 / 3)
    return np.where(g > 0, sigma**2 / np.maximum(g, 1e-300), 0) + g**2


PENALTIES["l21-relation"] = lambda w, cost: okl(np.linalg.svd(w, compute_uv=False)).sum() + cost * PENALTIES["l21"](w, 0)
lines = []


def write(method, ratio, loss, lam, w, b, part=None):
    y = S if loss == "logistic" else Y
    charge = lam * (PENALTIES[method](w, ratio) if part is None else PENALTIES[method](w, part, ratio))
    objective = LOSSES[loss](y, X @ w + b).sum() / n + charge
    numbers = [lam, objective] + [v for t in range(tasks) for v in [*w[:, t], b[t]]]
    numbers += [] if part is None else list(part.T.ravel())
    lines.append(f"{method} {ratio} {loss} " + " ".join(repr(float(v)) for v in numbers))


def by_task(estimator, y):
    fitted = [estimator().fit(X, y[:, t]) for t in range(tasks)]
    return np.array([np.ravel(f.coef_) for f in fitted]).T, np.array([float(np.ravel(f.intercept_)[0]) for f in fitted])


def soft(w, threshold):
    return np.sign(w) * np.maximum(0, np.abs(w) - threshold)


def logistic_slope(y, z):
    return -y / (1 + np.exp(y * z))


def proximal(slope, y, prox, steps=100_000):
    """Accelerated proximal gradient with restarts, step 1/L for curvature <= 2 of the loss; w and b."""
    design = np.hstack([X, np.ones((n, 1))])
    tau = 1 / (2 * np.linalg.norm(design, 2) ** 2 / n)
    u = np.zeros((d + 1, tasks))
    point, momentum = u, 1.0
    for _ in range(steps):
        moved = point - tau * design.T @ slope(y, design @ point) / n
        moved[:d] = prox(moved[:d], tau)
        if ((point - moved) * (moved - u)).sum() > 0:
            momentum = 1.0
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        point = moved + (momentum - 1) / following * (moved - u)
        u, momentum = moved, following
    return u[:d], u[d]


tight = dict(tol=1e-15, max_iter=1_000_000)
for alpha in [0.02, 0.2]:
    write("l1", 0, "squared", 2 * alpha, *by_task(lambda: Lasso(alpha, **tight), Y))
    for share in [0.3, 0.9]:
        lam = 2 * alpha * share + alpha * (1 - share)
        write("elastic", 2 * alpha * share / lam, "squared", lam, *by_task(lambda: ElasticNet(alpha, l1_ratio=share, **tight), Y))
    multi = MultiTaskLasso(alpha, **tight).fit(X, Y)
    write("l21", 0, "squared", 2 * alpha, multi.coef_.T, multi.intercept_)
    write("l1", 0, "absolute", 2 * alpha, *by_task(lambda: QuantileRegressor(quantile=0.5, alpha=alpha, solver="highs"), Y))
    write("l1", 0, "quantile:0.8", alpha, *by_task(lambda: QuantileRegressor(quantile=0.8, alpha=alpha, solver="highs"), Y))
    write("l1", 0, "logistic", alpha, *proximal(logistic_slope, S, lambda w, tau: soft(w, tau * alpha)))



def shrunk(w, threshold):
    left, sigma, right = np.linalg.svd(w, full_matrices=False)
    return (left * np.maximum(0, sigma - threshold)) @ right


def pair(slope, y, lam, cost, steps=60_000):
    design = np.hstack([X, np.ones((n, 1))])
    tau = 1 / (4 * np.linalg.norm(design, 2) ** 2 / n)
    u = np.zeros((2 * d + 1, tasks))
    point, momentum = u, 1.0
    for _ in range(steps):
        g = design.T @ slope(y, X @ (point[:d] + point[d : 2 * d]) + point[2 * d]) / n
        moved = point - tau * np.vstack([g[:d], g[:d], g[d:]])
        moved[:d] = soft(moved[:d], tau * lam * cost)
        moved[d : 2 * d] = shrunk(moved[d : 2 * d], tau * lam)
        if ((point - moved) * (moved - u)).sum() > 0:
            momentum = 1.0
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        point = moved + (momentum - 1) / following * (moved - u)
        u, momentum = moved, following
    return u[:d] + u[d : 2 * d], u[2 * d], u[:d]


for cost in [0.3, 0.6]:
    for lam in [0.1, 0.5]:
        write("dirty", cost, "squared", lam, *pair(lambda y, z: 2 * (z - y), Y, lam, cost))
    write("dirty", cost, "logistic", 0.05, *pair(logistic_slope, S, 0.05, cost))


def rows_and_okl(slope, y, lam, cost):
    """Proximal gradient with a line search: the slope of okl, 2 sigma / g, has no bound of its own slope near 0."""
    design = np.hstack([X, np.ones((n, 1))])
    loss = LOSSES["logistic" if slope is logistic_slope else "squared"]

    def smooth(u):
        left, sigma, right = np.linalg.svd(u[:d], full_matrices=False)
        z = design @ u
        gradient = design.T @ slope(y, z) / n
        gradient[:d] += lam * (left * (2 * 2 ** (1 / 3) * sigma ** (1 / 3))) @ right
        return loss(y, z).sum() / n + lam * okl(sigma).sum(), gradient

    u, tau = np.vstack([0.1 * rng.normal(size=(d, tasks)), np.zeros((1, tasks))]), 1.0
    for _ in range(30_000):
        value, gradient = smooth(u)
        tau *= 1.5
        while True:
            moved = u - tau * gradient
            length = np.sqrt((moved[:d] ** 2).sum(axis=1, keepdims=True))
            moved[:d] *= np.maximum(0, 1 - tau * lam * cost / np.maximum(length, 1e-300))
            move = moved - u
            if smooth(moved)[0] <= value + (gradient * move).sum() + (move**2).sum() / (2 * tau) + 1e-16 or tau < 1e-12:
                break
            tau /= 2
        u = moved
    return u[:d], u[d]


for cost in [0.5, 2]:
    write("l21-relation", cost, "squared", 0.1, *rows_and_okl(lambda y, z: 2 * (z - y), Y, 0.1, cost))
write("l21-relation", 0.5, "logistic", 0.03, *rows_and_okl(logistic_slope, S, 0.03, 0.5))


def by_bfgs(slope, loss, y, lam, p):
    q = 2 * p / (p + 1)
    design = np.hstack([X, np.ones((n, 1))])

    def objective(flat):
        u = flat.reshape(d + 1, tasks)
        left, sigma, right = np.linalg.svd(u[:d], full_matrices=False)
        z = design @ u
        gradient = design.T @ slope(y, z) / n
        gradient[:d] += 2 * lam * (left * (sigma / (sigma**q).sum() ** (1 / q)) ** (q - 1)) @ right
        return LOSSES[loss](y, z).sum() / n + lam * schatten(u[:d], p), gradient.ravel()

    u = 0.1 * rng.normal(size=(d + 1) * tasks)
    for _ in range(5):
        u = scipy.optimize.minimize(objective, u, jac=True, method="BFGS", options=dict(gtol=1e-11, maxiter=20_000)).x
    u = u.reshape(d + 1, tasks)
    return u[:d], u[d]


for p in [1.5, 2, 6]:
    for lam in [0.05, 0.3]:
        write("schatten-norm", p, "squared", lam, *by_bfgs(lambda y, z: 2 * (z - y), "squared", Y, lam, p))
    write("schatten-norm", p, "logistic", 0.03, *by_bfgs(logistic_slope, "logistic", S, 0.03, p))

with open("weights.txt", "w") as out:
    out.write("\n".join(lines) + "\n")
