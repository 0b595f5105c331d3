#!/usr/bin/env python3
"""Writes a CSV of any length to standard output, faster than anything reads it: for bench/pipe and bench/pandas_gram.py.

    rows_data.py ROWS FEATURES TASKS [--digits 5] [--seed 1]

Columns task, y, x1, ..., xd; rows of all tasks mixed; y is linear in the features of a row, with tasks that are alike, plus noise. A block of
rows is drawn and formatted once and written again and again, so that this program takes next to no time of its own.
"""
import argparse
import sys

import numpy as np

BLOCK = 50_000


def block(rows, features, tasks, digits, seed):
    random = np.random.default_rng(seed)
    common = random.standard_normal(features)
    weights = common + 0.3 * random.standard_normal((tasks, features))
    task = random.integers(tasks, size=rows)
    x = np.round(random.standard_normal((rows, features)), digits)
    y = np.round(np.einsum("ij,ij->i", x, weights[task]) + random.standard_normal(rows), digits)
    form = f"%.{digits}f"
    lines = []
    for t, label, row in zip(task.tolist(), y.tolist(), x.tolist()):
        lines.append("t%d,%s,%s\n" % (t, form % label, ",".join([form % v for v in row])))
    return "".join(lines).encode()


def main():
    options = argparse.ArgumentParser()
    for name in ("rows", "features", "tasks"):
        options.add_argument(name, type=int)
    options.add_argument("--digits", type=int, default=5)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    out = sys.stdout.buffer
    out.write(("task,y," + ",".join(f"x{j + 1}" for j in range(given.features)) + "\n").encode())
    size = min(BLOCK, given.rows)
    text = block(size, given.features, given.tasks, given.digits, given.seed)
    for _ in range(given.rows // size):
        out.write(text)
    rest = given.rows % size
    if rest:
        out.write(b"".join(text.splitlines(keepends=True)[:rest]))


if __name__ == "__main__":
    main()
