#!/usr/bin/env python3
"""Writes a CSV of any length to standard output, faster than anything reads it: for bench/pipe and bench/pandas_gram.py.

    rows_data.py ROWS FEATURES TASKS [--digits 5] [--seed 1]

Columns task, y, x1, ..., xd; rows of all tasks mixed; y is linear in the features of a row, with tasks that are alike, plus noise. A block of
rows is drawn and formatted once and written again and again, so that this program takes next to no time of its own.
"""
import argparse
import sys

import numpy as np

BLOCK = 500_000
AT_ONCE = 20_000


def text(task, values, digits):
    """Lines t<task>,<value>,... as bytes: digits of all numbers at once, then without what is not written."""
    rows, columns = values.shape
    whole = np.abs(values)
    signs = (values < 0)[..., None]
    places = [np.full(values.shape, ord("-"), np.uint8)]
    written = [signs]
    for power in range(digits + 2, -1, -1):
        places.append((whole // 10**power % 10 + ord("0")).astype(np.uint8))
        written.append((power <= digits) | (whole >= 10**power)[..., None])
        if power == digits:
            places.append(np.full(values.shape, ord("."), np.uint8))
            written.append(np.ones(signs.shape, bool))
    places.append(np.full(values.shape, ord(","), np.uint8))
    written.append(np.ones(signs.shape, bool))
    letters = np.stack(places, axis=-1)
    letters[:, -1, -1] = ord("\n")
    keep = np.concatenate([np.broadcast_to(w, signs.shape) for w in written], axis=-1)
    names = np.char.encode(np.char.mod("t%d,", task), "ascii")
    wide = names.dtype.itemsize
    letters = np.concatenate([names.view(np.uint8).reshape(rows, wide), letters.reshape(rows, -1)], axis=1)
    keep = np.concatenate([letters[:, :wide] > 0, keep.reshape(rows, -1)], axis=1)
    return letters[keep].tobytes()


def block(rows, features, tasks, digits, seed):
    random = np.random.default_rng(seed)
    weights = random.standard_normal(features) + 0.3 * random.standard_normal((tasks, features))
    parts = []
    for first in range(0, rows, AT_ONCE):
        count = min(AT_ONCE, rows - first)
        task = random.integers(tasks, size=count)
        x = random.standard_normal((count, features))
        y = np.einsum("ij,ij->i", x, weights[task]) + random.standard_normal(count)
        parts.append(text(task, np.rint(np.column_stack([y, x]) * 10**digits).astype(np.int64), digits))
    return b"".join(parts)


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
    lines = block(size, given.features, given.tasks, given.digits, given.seed)
    for _ in range(given.rows // size):
        out.write(lines)
    rest = given.rows % size
    if rest:
        out.write(b"".join(lines.splitlines(keepends=True)[:rest]))


if __name__ == "__main__":
    main()
