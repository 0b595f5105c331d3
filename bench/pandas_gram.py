#!/usr/bin/python3
"""The peer of a fit out of moments: pandas reads a CSV in chunks, NumPy adds up Gram matrices by task and fold.

    pandas_gram.py FILE|- [FOLDS]          columns task, y, x...

What comes after (lambda by cross-validation, the fit) is not even tried here; Kith's figures have it in them. Run under /usr/bin/time -v, or see what
is printed: wall and CPU seconds and peak resident memory, from the start of Python.
"""
import resource
import sys
import time

start = time.perf_counter()

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

CHUNK = 100_000


def main():
    folds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    numbers = {}
    grams = np.zeros((0, 0, 0))
    rows = 0
    for table in pd.read_csv(sys.stdin if sys.argv[1] == "-" else sys.argv[1], chunksize=CHUNK):
        codes, names = pd.factorize(table["task"])
        task = np.array([numbers.setdefault(name, len(numbers)) for name in names])[codes]
        cell = task * folds + (rows + np.arange(len(table))) % folds
        order = np.argsort(cell, kind="stable")
        z = np.column_stack([np.ones(len(table)), table.drop(columns="task").to_numpy()])[order]
        if grams.shape[0] < len(numbers) * folds:
            grown = np.zeros((len(numbers) * folds, z.shape[1], z.shape[1]))
            grown[: grams.shape[0]] = grams if grams.size else 0
            grams = grown
        cells, firsts = np.unique(cell[order], return_index=True)
        ends = np.append(firsts[1:], len(z))
        for c, a, b in zip(cells.tolist(), firsts.tolist(), ends.tolist()):
            part = z[a:b]
            grams[c] += part.T @ part
        rows += len(table)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{rows} rows, {len(numbers)} tasks, {grams.nbytes / 2**20:.0f} MB of Gram matrices: "
        f"wall {time.perf_counter() - start:.2f} s, CPU {used.ru_utime + used.ru_stime:.2f} s, "
        f"{used.ru_maxrss / 1024:.0f} MB resident"
    )


if __name__ == "__main__":
    main()
