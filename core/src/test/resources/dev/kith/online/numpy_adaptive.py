"""Writes adaptive.csv: a stream of 120 weighted rows of 4 tasks and 6 features, and the margins an adaptive learner predicts.

Run in this directory: python3 numpy_adaptive.py (NumPy and SciPy). Written from the papers (Duchi et al. 2011,
Karampatziakis and Langford 2011), dense, with one long vector (shared copy, own copies) per row; the way along the
logistic loss is Lambert's W instead of Newton's method.
"""
import numpy as np
from scipy.special import wrightomega

rows, tasks, d = 120, 4, 6
random = np.random.RandomState(3)
truth = random.normal(size=d) + 0.5 * random.normal(size=(tasks, d))


def way(loss, z, pull):
    if loss == "hinge":
        return max(0.0, min(pull, 1 - z))
    return float(np.real(pull + z + np.exp(z) - wrightomega(pull + z + np.exp(z)) - z))


def margins(stream, loss, rate, ratio):
    """ratio = b / K."""
    c, a = np.sqrt(min(1, ratio)), np.sqrt(min(1, 1 / ratio)) if ratio > 0 else 1.0
    w, g, out = np.zeros((1 + tasks) * d), np.zeros((1 + tasks) * d), []
    for t, y, h, x in stream:
        phi = np.zeros((1 + tasks) * d)
        phi[:d] = c * x
        phi[d * (1 + t) : d * (2 + t)] = a * x
        z = y * w @ phi
        out.append(w @ phi)
        slope = 1 / (1 + np.exp(z)) if loss == "logistic" else float(z < 1)
        g += h * (slope * phi) ** 2
        with np.errstate(divide="ignore", invalid="ignore"):
            rates = np.where(g > 0, phi / np.sqrt(g), 0)
        q = rates @ phi
        if h > 0 and slope > 0 and q > 0:
            w += y * way(loss, z, rate * h * q) / q * rates
    return out


def related(stream, rate, r):
    w, g, out = np.zeros((tasks, d)), np.zeros((tasks, d)), []
    for t, y, h, x in stream:
        z = y * w[t] @ x
        out.append(w[t] @ x)
        slope = 1 / (1 + np.exp(z))
        share = r[:, t] / r[t, t]
        g += np.outer(share**2, h * (slope * x) ** 2)
        with np.errstate(divide="ignore", invalid="ignore"):
            rates = np.where(g[t] > 0, x / np.sqrt(g[t]), 0)
        q = rates @ x
        if h > 0 and q > 0:
            w += np.outer(share, y * way("logistic", z, rate * h * q) / q * rates)
    return out


stream = []
for n in range(rows):
    t = random.randint(tasks)
    x = np.round(random.normal(size=d) * (random.uniform(size=d) < 0.7), 2)
    y = 1 if truth[t] @ x + 0.3 * random.normal() > 0 else -1
    stream.append((t, y, [1, 1, 0.25, 3, 0][random.randint(5)], x))
chain = np.linalg.inv(np.array([[2, -1, 0, 0], [-1, 3, -1, 0], [0, -1, 3, -1], [0, 0, -1, 2.0]]))
columns = [
    margins(stream, "logistic", 1, 4),
    margins(stream, "logistic", 0.3, 0.5),
    margins(stream, "hinge", 1, 1),
    margins(stream, "hinge", 2, 0),
    related(stream, 1, chain),
]
with open("adaptive.csv", "w") as file:
    file.write("task,y,weight," + ",".join("x%d" % f for f in range(d)))
    file.write(",logistic,logistic rate 0.3 b 2,hinge b 4,hinge rate 2 b 0,logistic chain\n")
    for n, (t, y, h, x) in enumerate(stream):
        numbers = [t, y, h] + list(map(float, x)) + [float(c[n]) for c in columns]
        file.write(",".join(repr(v) for v in numbers) + "\n")
