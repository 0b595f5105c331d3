"""Oracle of GramOracleTest: rows with keys, a Gram matrix of them, values for new rows, and what others make of these.

Written with scikit-learn (SVC, kernel='precomputed') and scipy (SLSQP on the dual of mkl). Run: python3 sklearn_gram.py
"""
import csv
import numpy as np
import scipy
import sklearn
from scipy.optimize import minimize
from sklearn.svm import SVC

print("scikit-learn", sklearn.__version__, "scipy", scipy.__version__)
rng = np.random.default_rng(17)
n, new = 36, 9
words = ["".join(rng.choice(list("ACGT"), 6)) for _ in range(n + new)]
x = np.round(rng.standard_normal((n + new, 2)), 4)
task = np.array([i % 3 for i in range(n + new)])
y = np.where(x[:, 0] + 0.8 * np.where(task == 1, -1, 1) * x[:, 1]
             + np.array([0.5 * w.count("AC") for w in words]) - 0.3 + 0.3 * rng.standard_normal(n + new) > 0, 1, -1)
keys = [f"k{(i * 7) % (n + new)}" for i in range(n + new)]
# A kernel nobody but its user has: the minimum kernel of shifted numbers beside shared letters by position.
shifted = x - x.min() + 0.1
gram = np.minimum(shifted[:, None, :], shifted[None, :, :]).sum(2) / 4
gram += np.array([[sum(a == b for a, b in zip(v, w)) / 6 for w in words] for v in words])

with open("gram_rows.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["key", "task", "x1", "x2", "word", "part", "y"])
    for i in range(n + new):
        w.writerow([keys[i], "abc"[task[i]], x[i, 0], x[i, 1], words[i], "train" if i < n else "new", y[i]])
order = rng.permutation(n)
with open("gram.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["key"] + [keys[j] for j in order])
    for i in range(n):
        w.writerow([keys[i]] + [repr(float(gram[i, j])) for j in order])
with open("gram_new.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["key"] + [keys[j] for j in order])
    for i in reversed(range(n, n + new)):
        w.writerow([keys[i]] + [repr(float(gram[i, j])) for j in order])

K, Kn, Y = gram[:n, :n], gram[n:, :n], y[:n].astype(float)
out = []
svc = SVC(C=0.7, kernel="precomputed", tol=1e-10, max_iter=10_000_000).fit(K, Y)
out.append(["svc"] + [repr(float(v)) for v in svc.decision_function(Kn)])

# mkl: views gaussian (width 1.5) of x1,x2, linear of x1, the Gram matrix; task kernels: all tasks, each its own; p = 2, C = 0.7.
# Views as they are, not scaled. Dual: max sum(a) - 1/2 ||q||_2, q_m = (a Y)' K_m (a Y), 0 <= a <= C, y'a = 0 in each task.
C = 0.7
def views(i, j):
    d = ((x[i][:, None, :] - x[j][None, :, :]) ** 2).sum(2)
    return [np.exp(-d / (2 * 1.5 ** 2)), x[i][:, :1] @ x[j][:, :1].T, gram[np.ix_(i, j)]]
tr, nw = np.arange(n), np.arange(n, n + new)
same = (task[:, None] == task[None, :]).astype(float)
def components(i, j):
    return [v * r for v in views(i, j) for r in (np.ones((len(i), len(j))), same[np.ix_(i, j)])]
Ks = components(tr, tr)
def f(a):
    s = a * Y
    Ks_s = [k @ s for k in Ks]
    q = np.array([s @ v for v in Ks_s])
    norm = np.linalg.norm(q)
    g = -np.ones(n) + Y * sum(qm * v for qm, v in zip(q, Ks_s)) / norm
    return 0.5 * norm - a.sum(), g
cons = [{"type": "eq", "fun": (lambda a, t=t: (a * Y)[task[:n] == t].sum()),
         "jac": (lambda a, t=t: Y * (task[:n] == t))} for t in range(3)]
best = None
for start in (0.3, 0.1):
    r = minimize(f, np.full(n, start), jac=True, bounds=[(0, C)] * n, constraints=cons, method="SLSQP",
                 options={"ftol": 1e-15, "maxiter": 3000})
    best = r if best is None or r.fun < best.fun else best
a = best.x
s = a * Y
q = np.array([s @ k @ s for k in Ks])
theta = q / np.linalg.norm(q)
score = sum(t * (k @ s) for t, k in zip(theta, Ks))
bias = []
for t in range(3):
    free = (task[:n] == t) & (a > 1e-6) & (a < C - 1e-6)
    bias.append(np.mean(Y[free] - score[free]))
scores = sum(t * (k @ s) for t, k in zip(theta, components(nw, tr))) + np.array(bias)[task[nw]]
out.append(["mkl-objective", repr(float(-best.fun))])
out.append(["mkl-weights"] + [repr(float(v)) for v in theta])
out.append(["mkl"] + [repr(float(v)) for v in scores])
primal = 0.5 * sum(t * qm for t, qm in zip(theta, q)) + C * np.maximum(0, 1 - Y * (score + np.array(bias)[task[:n]])).sum()
print("dual", -best.fun, "primal", primal)
with open("gram_answers.csv", "w", newline="") as f:
    csv.writer(f, lineterminator="\n").writerows(out)
