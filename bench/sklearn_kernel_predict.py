"""Gaussian kernel predictions with scikit-learn: python3 bench/sklearn_kernel_predict.py CENTRES.csv ROWS.csv OUT.csv

The peer of kith predict with a kernel. Nothing is fitted: the coefficients are drawn, since only predicting is measured.
"""
import json
import sys
import time

import numpy as np
import pandas as pd
from sklearn.kernel_ridge import KernelRidge

centres, rows = pd.read_csv(sys.argv[1]), pd.read_csv(sys.argv[2])
model = KernelRidge(kernel="rbf", gamma=0.05)
model.X_fit_ = centres.filter(regex="^x").to_numpy()
model.dual_coef_ = np.random.default_rng(2).normal(size=len(centres))
x = rows.filter(regex="^x").to_numpy()
start = time.perf_counter()
predictions = model.predict(x)
seconds = time.perf_counter() - start
pd.DataFrame({"task": rows.task, "prediction": predictions}).to_csv(sys.argv[3], index=False)
print(json.dumps({"seconds": seconds}))
