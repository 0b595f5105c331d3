"""One scikit-learn Ridge per task on sparse rows, the peer of kith fit FILE.svm --method stl: python3 bench/sklearn_sparse.py FILE.svm

Prints JSON: seconds of the fits alone.
"""
import json
import sys
import time

import numpy as np
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import Ridge

x, y, task = load_svmlight_file(sys.argv[1], query_id=True)
start = time.perf_counter()
for t in np.unique(task):
    rows = np.flatnonzero(task == t)
    Ridge(alpha=0.1 * len(rows), tol=1e-6).fit(x[rows], y[rows])
print(json.dumps({"seconds": time.perf_counter() - start}))
