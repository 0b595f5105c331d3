"""Sets that outputs obey, by their weighted projections. What has no formula here is refused by name."""

from __future__ import annotations

from itertools import permutations
from math import isqrt
from typing import List

import numpy as np

from . import formulas
from .errors import ModelFileError, UnsupportedModelError
from .parts import Parts

#: Orders of so many items are written out.
MOST_ITEMS = 6


class ConstraintSet:
    """A set of points with a coordinate for each task."""

    def project(self, points: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """The nearest member to each row, distances weighted by coordinate."""
        raise NotImplementedError


class Finite(ConstraintSet):
    """The rows of a matrix."""

    def __init__(self, members: np.ndarray) -> None:
        if len(members) == 0:
            raise ModelFileError("a set of outputs must have at least one point, got none")
        self.members = members

    def project(self, points: np.ndarray, weights: np.ndarray) -> np.ndarray:
        nearest = [np.argmin((w * (self.members - p) ** 2).sum(axis=1)) for p, w in zip(points, weights)]
        return self.members[np.array(nearest, int)]


class Box(ConstraintSet):
    def __init__(self, lower: np.ndarray, upper: np.ndarray) -> None:
        if not (lower <= upper).all():
            raise ModelFileError("box must have lower <= upper")
        self.lower, self.upper = lower, upper

    def project(self, points: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return np.maximum(self.lower, np.minimum(self.upper, points))


class Affine(ConstraintSet):
    """Solutions of equations whose rows are independent."""

    def __init__(self, equations: np.ndarray) -> None:
        self.a, self.b = equations[:, :-1], equations[:, -1]

    def project(self, points: np.ndarray, weights: np.ndarray) -> np.ndarray:
        moved = points.copy()
        for row, w in zip(moved, weights):
            gram = (self.a / w) @ self.a.T
            for _ in range(2):  # once more takes away the rounding of the first solve
                row -= self.a.T @ np.linalg.solve(gram, self.a @ row - self.b) / w
        return moved


class Simplex(ConstraintSet):
    """Numbers >= 0 that sum to a total."""

    def __init__(self, total: float) -> None:
        self.total = _size(total)

    def project(self, points: np.ndarray, weights: np.ndarray) -> np.ndarray:
        order = np.argsort(-weights * points, axis=1, kind="stable")
        p = np.take_along_axis(points, order, 1)
        w = np.take_along_axis(weights, order, 1)
        tau = (np.cumsum(p, axis=1) - self.total) / np.cumsum(1 / w, axis=1)
        # coordinates join while their breakpoint lies above the tau of those before
        joins = np.hstack([np.ones((len(p), 1), bool), (w * p)[:, 1:] > tau[:, :-1]])
        last = np.cumprod(joins, axis=1).sum(axis=1).astype(int) - 1
        c = np.maximum(0, points - tau[np.arange(len(p)), last][:, None] / weights)
        return c * (self.total / c.sum(axis=1, keepdims=True))


class Sphere(ConstraintSet):
    """Points at a distance from 0."""

    def __init__(self, radius: float) -> None:
        self.radius = _size(radius)

    def project(self, points: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return np.array([self._nearest(p, w) for p, w in zip(points, weights)]).reshape(points.shape)

    def _nearest(self, p: np.ndarray, w: np.ndarray) -> np.ndarray:
        """c = w p / (w + nu) with the one nu >= -min w that gives the length: with s = nu + min w, a secular equation."""
        light = int(np.argmin(w))
        c = self._at(p, w, 0.0)
        length = np.linalg.norm(c)
        if length < self.radius:
            # p vanishes where the weight is least: the missing length goes there
            c[light] = np.sqrt(max(0.0, self.radius**2 - length**2))
        else:
            c = self._solve(p, w)
        return c * (self.radius / np.linalg.norm(c))

    def _solve(self, p: np.ndarray, w: np.ndarray) -> np.ndarray:
        low, high = 0.0, float(w @ np.abs(p)) / self.radius + float(w.min())
        s = min(float(w.min()), high)
        c = p
        for _ in range(200):
            c = self._at(p, w, s)
            length = float(np.linalg.norm(c))
            if abs(length - self.radius) <= 4e-16 * self.radius or not high - low > 1e-16 * high:
                break
            low, high = (s, high) if length > self.radius else (low, s)
            slope = float((c**2 / (w - w.min() + s))[c != 0].sum())
            newton = s + (length / self.radius - 1) * length**2 / slope
            between = np.sqrt(low) * np.sqrt(high) if low > 0 else 1e-4 * high
            s = newton if low < newton < high else between
        return c

    @staticmethod
    def _at(p: np.ndarray, w: np.ndarray, s: float) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.divide(w * p, w - w.min() + s, out=np.zeros_like(p), where=p != 0)


def _size(value: float) -> float:
    if not 0 < value < np.inf:
        raise ModelFileError(f"a radius or total must be a finite number > 0, got {value}")
    return value


def _orders(dimension: int) -> np.ndarray:
    """Complete orders of D items: a coordinate for each pair, 1 where the first of the two comes first."""
    items = (1 + isqrt(1 + 8 * dimension)) // 2
    if items * (items - 1) // 2 != dimension or items > MOST_ITEMS:
        raise UnsupportedModelError(f"rankings of more than {MOST_ITEMS} items are not supported here; predict with kith")
    pairs = [(i, j) for i in range(items) for j in range(i + 1, items)]
    return np.array([[1.0 if order[i] < order[j] else -1.0 for i, j in pairs] for order in permutations(range(items))])


def read(parts: Parts, tasks: List[str]) -> ConstraintSet:
    """The set of a model's outputs."""
    spec, count = parts.text("constraint"), len(tasks)
    if parts.has("constraint_points"):
        return Finite(parts.matrix("constraint_points", None, count))
    if parts.has("constraint_equations"):
        return Affine(parts.matrix("constraint_equations", None, count + 1))
    if parts.has("constraint_lower"):
        return Box(parts.matrix("constraint_lower", 1, count)[0], parts.matrix("constraint_upper", 1, count)[0])
    name, *numbers = spec.strip().split(":")
    try:
        sizes: List[float] = [float(number) for number in numbers]
    except ValueError:
        sizes = []
    if name == "box" and len(sizes) == 2:
        return Box(np.full(count, sizes[0]), np.full(count, sizes[1]))
    if name in ("sphere", "simplex") and len(numbers) <= 1:
        size = sizes[0] if sizes else 1.0
        return Sphere(size) if name == "sphere" else Simplex(size)
    if name == "ranking" and not numbers:
        return Finite(_orders(len(tasks)))
    equations = formulas.linear_equations(spec, tasks)
    if equations is not None:
        return Affine(equations)
    raise UnsupportedModelError(
        f"outputs that obey '{spec}' are found by a search that this package does not have: predict with kith. "
        "Box, affine, simplex, sphere, cloud and small rankings are supported."
    )
