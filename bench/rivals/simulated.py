"""Tables whose truth is known, for the comparison with rivals: what each must show was written down before the first run.

random-slopes   lme4's model is true: intercepts and two slopes vary by task, correlated. Nobody can beat lme4 there; ours must tie.
three-patterns  15 slopes of a task are combinations of 3 patterns, which nobody is told. Ours must win.
unrelated       every task has weights of its own and rows enough to find them. Ours must say that nothing is gained by sharing.
common-curve    what all tasks have in common is not linear (a sine and a product), what differs is. Ours must tie with boosted trees or win.
"""
import math
import random

from . import tables

ASKED = {
    "random-slopes": tables.Asked("task", "y", (), ("x1", "x2"), folds=3),
    "three-patterns": tables.Asked("task", "y", (), ("x1", "x2", "x3"), folds=3),
    "unrelated": tables.Asked("task", "y", (), ("x1", "x2", "x3", "x4", "x5"), folds=3),
    "common-curve": tables.Asked("task", "y", (), ("x1", "x2"), folds=3),
}


def normals(draw, count):
    return [draw.gauss(0, 1) for _ in range(count)]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def rows_of(tasks, size, features, noise, draw, function):
    """Header and rows of ``tasks`` tasks, task t answered by ``function(t)(x)`` with noise."""
    rows = []
    for t in range(tasks):
        answer = function(t)
        for _ in range(size):
            x = normals(draw, features)
            rows.append([f"t{t}", *(repr(v) for v in x), repr(answer(x) + draw.gauss(0, noise))])
    return ["task", *(f"x{j + 1}" for j in range(features)), "y"], rows


def random_slopes(draw):
    def function(t):
        a, b, c = normals(draw, 3)
        # Standard deviations 1, 0.6 and 0.5; intercept and first slope correlated by 0.6.
        own, slopes = a, (0.6 * (0.6 * a + 0.8 * b), 0.5 * c)
        return lambda x: 2 + own + (1 + slopes[0]) * x[0] + (-0.5 + slopes[1]) * x[1]

    return rows_of(40, 15, 2, 1.0, draw, function)


def three_patterns(draw):
    patterns = [normals(draw, 15) for _ in range(3)]

    def function(t):
        shares = normals(draw, 3)
        weights = [0.5 * sum(s * p[j] for s, p in zip(shares, patterns)) for j in range(15)]
        return lambda x: dot(weights, x)

    return rows_of(60, 24, 15, 1.0, draw, function)


def unrelated(draw):
    def function(t):
        weights = normals(draw, 5)
        return lambda x: dot(weights, x)

    return rows_of(30, 90, 5, 1.0, draw, function)


def common_curve(draw):
    def function(t):
        level, slope = 0.7 * draw.gauss(0, 1), 0.4 * draw.gauss(0, 1)
        return lambda x: level + slope * x[0] + 2 * math.sin(2 * x[0]) + x[1] * x[2] + 0.5 * x[3]

    return rows_of(40, 60, 4, 0.5, draw, function)


def written(name):
    """Header and rows of a table, the same at every call."""
    return {
        "random-slopes": random_slopes,
        "three-patterns": three_patterns,
        "unrelated": unrelated,
        "common-curve": common_curve,
    }[name](random.Random(7))
