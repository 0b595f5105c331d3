"""Times NumPy's product, symmetric eigenvalues and Cholesky factor for the sizes given; one line "name n seconds" each.

Seconds of processor time of this thread, the least of several runs. Set OPENBLAS_NUM_THREADS=1 before starting.
"""

import sys
import time

import numpy as np


def least(call):
    best = float("inf")
    runs = 0
    end = time.thread_time() + 0.3
    while runs < 3 or time.thread_time() < end:
        start = time.thread_time()
        call()
        best = min(best, time.thread_time() - start)
        runs += 1
    return best


print("version numpy", np.__version__)
for n in map(int, sys.argv[1:]):
    a = np.random.default_rng(n).standard_normal((n, n))
    b = a.copy()
    s = a @ a.T + np.eye(n)
    print("gemm", n, least(lambda: a @ b))
    print("eigen", n, least(lambda: np.linalg.eigh(s)))
    print("cholesky", n, least(lambda: np.linalg.cholesky(s)), flush=True)
