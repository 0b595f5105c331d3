"""A graph of tasks by SciPy, the peer of kith fit --method graph --no-standardize:

    python3 bench/scipy_graph.py rows.csv edges.csv GAMMA LAMBDA [--direct]

Solves the same problem (rows of a task weighted by 1/rows, intercepts free) as one block system of tasks x features: by
conjugate gradients, plain and with the diagonal as the preconditioner, to an excess of the objective of 1e-6, and with --direct
by spsolve (chains; a grid of 20,000 tasks needs more memory than most machines have). Excess: residual^2 / (lambda gamma) /
objective, no less than the true one. Prints JSON: of the fastest, the objective and its seconds with those of building the
system; every solver's own seconds.
"""
import json
import sys
import time

import numpy as np
import pandas as pd
import scipy.sparse as sp
import scipy.sparse.linalg as spl

EXCESS = 1e-6

file, edges, gamma, lam = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
table = pd.read_csv(file)
ends = pd.read_csv(edges)
x = table.filter(regex="^x").to_numpy()
y = table.y.to_numpy()
task, names = pd.factorize(table.task)
order = np.argsort(task, kind="stable")
x, y, task = x[order], y[order], task[order]
tasks, d = len(names), x.shape[1]
starts = np.flatnonzero(np.r_[True, task[1:] != task[:-1]])
count = np.diff(np.r_[starts, len(y)])


pairs = np.column_stack([pd.Index(names).get_indexer(ends[end]) for end in ends.columns[:2]])
found = []

begin = time.time()
x = x - (np.add.reduceat(x, starts) / count[:, None])[task]
y = y - (np.add.reduceat(y, starts) / count)[task]
w = 1 / count[task]
grams = np.empty((tasks, d, d))
for a in range(tasks):
    block = x[starts[a]:starts[a] + count[a]]
    grams[a] = block.T @ block / count[a]
h = np.add.reduceat(x * (y * w)[:, None], starts).ravel()
one = np.ones(len(pairs))
adjacency = sp.coo_matrix((one, (pairs[:, 0], pairs[:, 1])), shape=(tasks, tasks))
adjacency = (adjacency + adjacency.T).tocsr()
p = sp.diags(np.asarray(adjacency.sum(1)).ravel() + gamma) - adjacency
own = sp.bsr_matrix((grams, np.arange(tasks), np.arange(tasks + 1))).tocsr()
system = own + lam * sp.kron(p, sp.identity(d), format="csr")
constant = float((w * y * y).sum())
built = time.time()


def report(name, v, seconds, steps):
    residual = h - system @ v
    objective = constant - h @ v - residual @ v
    excess = residual @ residual / (lam * gamma) / objective
    found.append({"solver": name, "solving": seconds, "steps": steps, "objective": objective, "excess": excess})


def gradients(name, preconditioner):
    steps = [0]

    def seen(v):
        steps[0] += 1

    first = time.time()
    # objective is not known yet: at most the constant, hardly less than a tenth of it
    stop = np.sqrt(EXCESS * lam * gamma * constant / 10)
    v, _ = spl.cg(system, h, atol=stop, tol=0, M=preconditioner, callback=seen, maxiter=20000)
    report(name, v, time.time() - first, steps[0])


gradients("conjugate gradients", None)
gradients("conjugate gradients, diagonal", sp.diags(1 / system.diagonal()))
if "--direct" in sys.argv:
    first = time.time()
    v = spl.spsolve(system.tocsc(), h)
    report("spsolve", v, time.time() - first, 1)
best = min(found, key=lambda each: each["solving"])
print(json.dumps({"seconds": built - begin + best["solving"], "objective": best["objective"], "all": found}))
