"""LAPACK's Cholesky factorisation of one N x N matrix: python3 bench/scipy_cholesky.py N"""
import json
import sys
import time

import numpy as np
from scipy.linalg import cholesky

n = int(sys.argv[1])
x = np.random.default_rng(1).normal(size=(n, n // 4))
matrix = np.asfortranarray(x @ x.T + n * np.eye(n))
start = time.perf_counter()
cholesky(matrix, lower=True, overwrite_a=True, check_finite=False)
print(json.dumps({"seconds": time.perf_counter() - start}))
