"""Reads a CSV file, gzipped or not, with pandas: python3 bench/pandas_read.py FILE"""
import json
import sys
import time

import pandas as pd

start = time.perf_counter()
pd.read_csv(sys.argv[1])
print(json.dumps({"seconds": time.perf_counter() - start}))
