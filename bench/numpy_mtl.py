"""Learned structures by accelerated proximal gradient on Gram matrices, the peer of kith fit --method mtfl, mtrl, okl, cluster.

    python3 bench/numpy_mtl.py METHOD FILE.csv LAMBDA [OURS.json]

    objective = sum_t 1/n_t sum_i (y_i - w_t'x_i - b_t)^2 + lambda P(W),   s the singular values of W (features x tasks)
    mtfl      P = 2 sum s                  (min over A of tr(A^-1 W'W) + tr A)
    okl       P = 3 / 2^(2/3) sum s^(4/3)  (... + tr A^2)
    mtrl      P = (sum s)^2                (... with tr A = 1)
    cluster   P = ||mean part||^2 + min_g sum s^2 / g, s of W less its mean over tasks, 1/10 <= g <= 1, sum g = (T - 2)/10 + 1

FISTA with restarts [1]; the step is the largest eigenvalue of any task's Gram matrix. With kith's summary of the same fit it
stops as soon as its objective is within 1e-6 of that one's, relatively, else when 50 steps gain less than 1e-10 of it. Prints JSON:
objective, iterations, seconds without start and reading. It shares nothing with kith, so it is an oracle as well.

[1] O'Donoghue, Candes: Adaptive restart for accelerated gradient schemes, 2015.
"""
import json
import sys
import time

import numpy as np
import pandas as pd

EPS, CLUSTERS = 10.0, 2


class Schatten:
    """Spectral penalties sum h(s): prox of step * lambda * P, singular value by singular value."""

    def __init__(self, value, shrink):
        self.of, self.shrink = value, shrink

    def value(self, w):
        return self.of(np.sqrt(np.maximum(0, np.linalg.eigvalsh(w @ w.T))))

    def prox(self, w, tau):
        squares, u = np.linalg.eigh(w @ w.T)
        s = np.sqrt(np.maximum(0, squares))
        scale = np.divide(self.shrink(s, tau), s, out=np.zeros_like(s), where=s > 1e-14 * s.max(initial=0))
        return (u * scale) @ (u.T @ w)


def shrink_mtfl(s, tau):
    return np.maximum(0, s - 2 * tau)


def shrink_okl(s, tau):
    """r + c r^(1/3) = s, c = 4 tau / 2^(2/3): Newton in v = r^(1/3), from the right, where v^3 + c v is convex."""
    c = 4 * tau / 2 ** (2 / 3)
    v = np.cbrt(s)
    for _ in range(60):
        v = v - (v**3 + c * v - s) / np.maximum(3 * v * v + c, 1e-300)
    return v**3


def shrink_mtrl(s, tau):
    """r = max(0, s - 2 tau sum r)."""
    ordered = np.sort(s)[::-1]
    totals = np.cumsum(ordered) / (1 + 2 * tau * np.arange(1, len(s) + 1))
    return np.maximum(0, s - 2 * tau * totals.max())


class Cluster:
    """The mean over tasks and the rest apart: they are orthogonal."""

    def __init__(self):
        self.low, self.high = 1 / EPS, 1.0

    def levels(self, s, kappa):
        """clip(nu s - kappa, low, high) whose excess over low is that of CLUSTERS - 1 high ones, by bisection."""
        spare = (CLUSTERS - 1) * (self.high - self.low)
        if np.count_nonzero(s > 0) <= CLUSTERS - 1:
            return np.full_like(s, self.high)
        a, b = 0.0, (self.high + kappa) / s[s > 0].min()
        for _ in range(200):
            nu = (a + b) / 2
            if np.sum(np.clip(nu * s - kappa, self.low, self.high) - self.low) < spare:
                a = nu
            else:
                b = nu
        return np.clip(b * s - kappa, self.low, self.high)

    def value(self, w):
        mean = w.mean(1, keepdims=True)
        rest = w - mean
        s = np.sqrt(np.maximum(0, np.linalg.eigvalsh(rest @ rest.T)))
        return w.shape[1] * np.sum(mean**2) + np.sum(s**2 / self.levels(s, 0))

    def prox(self, w, tau):
        mean = w.mean(1, keepdims=True)
        rest = w - mean
        squares, u = np.linalg.eigh(rest @ rest.T)
        g = self.levels(np.sqrt(np.maximum(0, squares)), 2 * tau)
        return mean / (1 + 2 * tau) + (u * (g / (g + 2 * tau))) @ (u.T @ rest)


PENALTIES = {
    "mtfl": Schatten(lambda s: 2 * s.sum(), shrink_mtfl),
    "okl": Schatten(lambda s: 3 / 2 ** (2 / 3) * np.sum(s ** (4 / 3)), shrink_okl),
    "mtrl": Schatten(lambda s: s.sum() ** 2, shrink_mtrl),
    "cluster": Cluster(),
}


def moments(table):
    """Per task, of centred rows and over n_t: Gram matrices (T x d x d), X'y (T x d), y'y (T)."""
    x = table.filter(regex="^x").to_numpy()
    y = table.y.to_numpy()
    task, names = pd.factorize(table.task)
    order = np.argsort(task, kind="stable")
    x, y, task = x[order], y[order], task[order]
    counts = np.bincount(task)
    starts = np.r_[0, np.cumsum(counts)[:-1]]
    x = x - (np.add.reduceat(x, starts) / counts[:, None])[task]
    y = y - (np.add.reduceat(y, starts) / counts)[task]
    if np.all(counts == counts[0]):
        blocks = x.reshape(len(names), counts[0], -1)
        gram = np.matmul(blocks.transpose(0, 2, 1), blocks)
    else:
        gram = np.stack([x[a : a + n].T @ x[a : a + n] for a, n in zip(starts, counts)])
    gram /= counts[:, None, None]
    return gram, np.add.reduceat(x * y[:, None], starts) / counts[:, None], np.add.reduceat(y * y, starts) / counts


class Problem:
    """W is d x T; gw = G_t w_t for all tasks is kept, so that an objective costs no product of its own."""

    def __init__(self, table, penalty, lam):
        self.gram, self.xy, self.yy = moments(table)
        self.penalty, self.lam = penalty, lam
        self.step = 1 / (2 * np.linalg.eigvalsh(self.gram).max())

    def product(self, w):
        return np.matmul(self.gram, w.T[:, :, None])[:, :, 0].T

    def objective(self, w, gw):
        return self.yy.sum() + np.sum(w * (gw - 2 * self.xy.T)) + self.lam * self.penalty.value(w)

    def after(self, v, gv):
        return self.penalty.prox(v - 2 * self.step * (gv - self.xy.T), self.step * self.lam)


def solve(problem, enough):
    """Returns the objective and the number of steps."""
    w = np.zeros(problem.xy.T.shape)
    gw = np.zeros_like(w)
    v, gv, t, last, best = w, gw, 1.0, np.inf, problem.objective(w, gw)
    for iteration in range(1, 10_001):
        new = problem.after(v, gv)
        gnew = problem.product(new)
        value = problem.objective(new, gnew)
        if value > best:
            if t == 1:
                break  # not even a plain step goes down: nothing but rounding is left
            t, v, gv = 1.0, w, gw  # restart: a plain step from the last point goes down
            continue
        momentum = (t - 1) / (t2 := (1 + np.sqrt(1 + 4 * t * t)) / 2)
        v, gv = new + momentum * (new - w), gnew + momentum * (gnew - gw)
        w, gw, t, best = new, gnew, t2, value
        if enough is not None and value <= enough:
            break
        if iteration % 50 == 0:
            if enough is None and last - value <= 1e-10 * abs(value):
                break
            last = value
    return best, iteration


def main():
    method, file, lam = sys.argv[1], sys.argv[2], float(sys.argv[3])
    table = pd.read_csv(file)
    enough = None
    if len(sys.argv) > 4:
        with open(sys.argv[4]) as ours:
            enough = json.load(ours)["objective"] * (1 + 1e-6)
    start = time.perf_counter()
    problem = Problem(table, PENALTIES[method], lam)
    objective, iterations = solve(problem, enough)
    print(json.dumps({"objective": objective, "iterations": iterations, "seconds": time.perf_counter() - start}))


if __name__ == "__main__":
    main()
