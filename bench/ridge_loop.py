"""One scikit-learn Ridge per task, the peer of kith fit --method stl: python3 bench/ridge_loop.py FILE.csv

Prints JSON: seconds of reading, of the fits, and of all but the start of Python.
"""
import json
import sys
import time

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge

start = time.time()
table = pd.read_csv(sys.argv[1])
read = time.time()
x = table.filter(regex="^x").to_numpy()
y = table.y.to_numpy()
task = pd.factorize(table.task)[0]
order = np.argsort(task, kind="stable")
x, y, task = x[order], y[order], task[order]
ends = np.flatnonzero(np.r_[True, task[1:] != task[:-1], True])
begin = time.time()
for a, b in zip(ends[:-1], ends[1:]):
    Ridge(alpha=2.0).fit(x[a:b], y[a:b])
end = time.time()
print(json.dumps({"read": read - start, "seconds": end - begin, "all": end - start}))
