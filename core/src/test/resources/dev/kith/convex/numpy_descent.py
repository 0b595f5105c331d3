"""Block coordinate descent (Ciliberto et al. 2015, corollary 3.4 b) with a fixed barrier on losses.csv: descent.txt.

    sum over observations of loss / n_t + lambda tr(A^-1 (W'W + delta^2 I)) + F(A)

with an intercept per task, lambda 0.005 (mtrl 0.0002) and delta = 0.1 times the root mean square length of the weights of
tasks that are learned alone (A = I). A round is one gradient step on weights and intercepts and one proximal gradient step on A,
both halved until the objective falls enough, until rounds lower it no more. What is printed: loss, relation, the objective
with the barrier, and without it (A minimised out) at the same weights. Nothing of Kith is used. Made with Python 3.11, NumPy 1.24:

    python3 numpy_descent.py > descent.txt
"""

import csv
import os
import sys

import numpy as np

T, D = 3, 3
rows = list(csv.DictReader(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "losses.csv"))))
keys = list(rows[0].keys())
X = np.hstack([np.array([[float(r[k]) for k in keys[1:4]] for r in rows]), np.ones((len(rows), 1))])
TASK = np.array(["abc".index(r[keys[0]]) for r in rows])
LABELS = {"squared": np.array([float(r[keys[4]]) for r in rows]), "logistic": np.array([float(r[keys[5]]) for r in rows])}
WEIGHT = 1 / np.array([np.sum(TASK == t) for t in TASK])


def loss(name, v):
    """Value and gradient; v is T x (D + 1), intercepts last."""
    y, z = LABELS[name], np.sum(X * v[TASK], axis=1)
    if name == "squared":
        value, slope = (y - z) ** 2, 2 * (z - y)
    else:
        value, slope = np.logaddexp(0, -y * z), -y / (1 + np.exp(y * z))
    gradient = np.zeros_like(v)
    np.add.at(gradient, TASK, (WEIGHT * slope)[:, None] * X)
    return np.sum(WEIGHT * value), gradient


def simplex(e):
    u = np.sort(e)[::-1]
    c = np.cumsum(u) - 1
    k = np.nonzero(u - c / np.arange(1, len(e) + 1) > 0)[0][-1]
    return np.maximum(0, e - c[k] / (k + 1))


def capped(e):
    """Nearest numbers between 1/10 and 1 with sum (T - 2)/10 + 1: two clusters, eps 10."""
    a, b = e.min() - 2, e.max() + 2
    for _ in range(200):
        nu = (a + b) / 2
        a, b = (nu, b) if np.sum(np.clip(e - nu, 0.1, 1)) > (T - 2) * 0.1 + 1 else (a, nu)
    return np.clip(e - b, 0.1, 1)


ONES = np.full((T, 1), 1 / np.sqrt(T))
REST = np.linalg.svd(np.eye(T) - ONES @ ONES.T)[0][:, :T - 1]


def prox(relation, x, tau):
    if relation == "cluster":
        e, q = np.linalg.eigh(REST.T @ x @ REST)
        q = REST @ q
        return ONES @ ONES.T + (q * capped(e)) @ q.T
    e, q = np.linalg.eigh(x)
    g = {"mtfl": lambda: np.maximum(0, e - tau * LAMBDA), "okl": lambda: e / (1 + 2 * tau * LAMBDA),
         "mtrl": lambda: simplex(e)}[relation]()
    return (q * g) @ q.T


def penalty(relation, a):
    return LAMBDA * {"mtfl": np.trace(a), "okl": np.sum(a * a)}.get(relation, 0)


def reduced(relation, w):
    """The cost of the weights with A minimised out and without barrier."""
    s = np.linalg.svd(w)[1]
    if relation == "mtfl":
        return 2 * LAMBDA * np.sum(s)
    if relation == "mtrl":
        return LAMBDA * np.sum(s) ** 2
    if relation == "okl":
        g = (s ** 2 / 2) ** (1 / 3)
        return LAMBDA * np.sum(s ** 2 / g + g ** 2)
    e = np.maximum(np.linalg.eigvalsh(REST.T @ w @ w.T @ REST), 1e-300)
    a, b = -400.0, 400.0
    for _ in range(300):
        nu = (a + b) / 2
        a, b = (nu, b) if np.sum(np.clip(np.exp(nu) * np.sqrt(e), 0.1, 1)) < (T - 2) * 0.1 + 1 else (a, nu)
    mean = np.sum((ONES.T @ w) ** 2)
    return LAMBDA * (mean + np.sum(e / np.clip(np.exp(b) * np.sqrt(e), 0.1, 1)))


def alone(name):
    """Gradient descent for A = I, to the end."""
    v, tau = np.zeros((T, D + 1)), 1.0
    for _ in range(200000):
        value, g = loss(name, v)
        value += LAMBDA * np.sum(v[:, :D] ** 2)
        g = g + 2 * LAMBDA * np.pad(v[:, :D], ((0, 0), (0, 1)))
        while True:
            n = v - tau * g
            if loss(name, n)[0] + LAMBDA * np.sum(n[:, :D] ** 2) <= value - 0.5 * tau * np.sum(g * g) + 1e-16:
                break
            tau /= 2
        if np.max(np.abs(n - v)) < 1e-13:
            return n
        v, tau = n, tau * 1.1
    return v


def descend(name, relation):
    v = alone(name)
    delta = 0.1 * np.sqrt(np.sum(v[:, :D] ** 2) / T)
    a = prox(relation, np.eye(T), 1e-9)
    tw, ta, last = 1.0, 1.0, np.inf
    for k in range(300000):
        inverse = np.linalg.inv(a)

        def ridge(at):
            return LAMBDA * np.sum(inverse * (at[:, :D] @ at[:, :D].T))

        value, g = loss(name, v)
        value += ridge(v)
        g = g + 2 * LAMBDA * np.pad(inverse @ v[:, :D], ((0, 0), (0, 1)))
        while loss(name, v - tw * g)[0] + ridge(v - tw * g) > value - 0.4 * tw * np.sum(g * g) + 1e-16:
            tw /= 2
        v, tw = v - tw * g, tw * 1.3
        s = v[:, :D] @ v[:, :D].T + delta ** 2 * np.eye(T)
        value = LAMBDA * np.trace(inverse @ s) + penalty(relation, a)
        slope = -LAMBDA * inverse @ s @ inverse
        while True:
            n = prox(relation, a - ta * slope, ta)
            if np.linalg.eigvalsh(n)[0] > 0:
                there = LAMBDA * np.trace(np.linalg.solve(n, s)) + penalty(relation, n)
                if there <= value - 0.05 / ta * np.sum((n - a) ** 2) + 1e-16:
                    break
            ta /= 2
        a, ta = n, ta * 1.3
        if k % 100 == 0:
            now = loss(name, v)[0] + there
            if last - now < 1e-15 * now:
                break
            last = now
    return now, loss(name, v)[0] + reduced(relation, v[:, :D])


for NAME in LABELS:
    for RELATION in ["mtfl", "okl", "mtrl", "cluster"]:
        LAMBDA = 0.0002 if RELATION == "mtrl" else 0.005
        print(NAME, RELATION, *(repr(float(x)) for x in descend(NAME, RELATION)))
        sys.stdout.flush()
