"""The matrix of ties between tasks, kept as what it is made of."""

from __future__ import annotations

from typing import Optional

import numpy as np

from .errors import ModelFileError
from .parts import Parts


class Structure:
    """A symmetric matrix, tasks x tasks, by rows: a row never takes tasks x tasks numbers unless the matrix has them."""

    def __init__(self, size: int) -> None:
        self.size = size

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def diagonal(self) -> np.ndarray:
        return np.diag(self.matrix())

    def matrix(self) -> np.ndarray:
        return self.rows(np.arange(self.size))

    def similarities(self, t: int) -> np.ndarray:
        """A_ts / sqrt(A_tt A_ss), from -1 to 1."""
        row = self.rows(np.array([t]))[0]
        diagonal = self.diagonal()
        size = np.sqrt(diagonal[t] * diagonal)
        row = np.clip(np.divide(row, size, out=np.zeros_like(row), where=size > 0), -1, 1)
        row[t] = 1
        return row


class Dense(Structure):
    """Numbers."""

    def __init__(self, values: np.ndarray) -> None:
        super().__init__(len(values))
        self.values = values

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        return self.values[chosen].copy()

    def diagonal(self) -> np.ndarray:
        return np.diag(self.values)


class Forest(Structure):
    """diag(own) + sum over nodes g of weight_g e_g e_g', e_g being 1 for the tasks below g."""

    def __init__(self, own: np.ndarray, node: np.ndarray, parent: np.ndarray, weight: np.ndarray) -> None:
        super().__init__(len(own))
        if (node < -1).any() or (node >= len(parent)).any() or (parent < -1).any() or (parent >= np.arange(len(parent))).any():
            raise ModelFileError("a node of the structure must lie below an earlier one, a task below a node, or -1")
        self.own, self.node, self.parent, self.weight = own, node, parent, weight

    def _above(self) -> np.ndarray:
        """Sums of weights from each node to its root."""
        above = np.zeros(len(self.parent) + 1)
        for g, parent in enumerate(self.parent):
            above[g] = self.weight[g] + above[parent]
        return above

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        rows = np.zeros((len(chosen), self.size))
        for first in range(0, len(chosen), 256):
            rows[first : first + 256] = self._some(chosen[first : first + 256])
        return rows

    def _some(self, chosen: np.ndarray) -> np.ndarray:
        nodes = len(self.parent)
        on_path = np.zeros((nodes + 1, len(chosen)), bool)
        on_path[self.node[chosen], np.arange(len(chosen))] = True
        for g in range(nodes - 1, -1, -1):
            on_path[self.parent[g]] |= on_path[g]
        shared = np.zeros((nodes + 1, len(chosen)))
        for g, parent in enumerate(self.parent):
            shared[g] = shared[parent] + self.weight[g] * on_path[g]
        rows = shared[self.node].T.copy()
        rows[np.arange(len(chosen)), chosen] += self.own[chosen]
        return rows

    def diagonal(self) -> np.ndarray:
        return self.own + self._above()[self.node]


class Network(Structure):
    """(gamma I + sum over edges of weight (u_i - u_j)(u_i - u_j)')^-1."""

    def __init__(self, size: int, gamma: float, start: np.ndarray, end: np.ndarray, weight: np.ndarray) -> None:
        super().__init__(size)
        places = np.concatenate([start, end])
        if not gamma > 0 or (places < 0).any() or (places >= size).any() or (weight < 0).any():
            raise ModelFileError(f"edges of the structure must join tasks 0 to {size - 1} with weights >= 0, and gamma be > 0")
        self.gamma, self.start, self.end, self.weight = gamma, start, end, weight
        self._inverse: Optional[np.ndarray] = None

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        if self._inverse is None:
            precision = np.eye(self.size) * self.gamma
            np.add.at(precision, (self.start, self.start), self.weight)
            np.add.at(precision, (self.end, self.end), self.weight)
            np.add.at(precision, (self.start, self.end), -self.weight)
            np.add.at(precision, (self.end, self.start), -self.weight)
            inverse = np.linalg.inv(precision)
            self._inverse = (inverse + inverse.T) / 2
        return self._inverse[chosen].copy()


class Spectrum(Structure):
    """base I + V diag(values - base) V'."""

    def __init__(self, vectors: np.ndarray, values: np.ndarray, base: float) -> None:
        super().__init__(len(vectors))
        self.vectors, self.more, self.base = vectors, values - base, base

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        rows = (self.vectors[chosen] * self.more) @ self.vectors.T
        rows[np.arange(len(chosen)), chosen] += self.base
        return rows

    def diagonal(self) -> np.ndarray:
        return self.base + (self.vectors**2 * self.more).sum(axis=1)


def read(parts: Parts, tasks: int, name: str = "structure") -> Optional[Structure]:
    """The structure of this name, if there is one."""
    if not parts.has_text(name):
        return Dense(parts.matrix(name, tasks, tasks)) if parts.has(name) else None
    kind = parts.text(name)
    if kind == "identity":
        nothing = np.zeros(0, int)
        return Forest(np.ones(tasks), np.full(tasks, -1), nothing, np.zeros(0))
    if kind == "nodes":
        parent = parts.ints(name + "_parent")
        own, node = parts.vector(name + "_diagonal", tasks), parts.ints(name + "_node", tasks)
        return Forest(own, node, parent, parts.vector(name + "_weights", len(parent)))
    if kind == "graph":
        start = parts.ints(name + "_from")
        end, weight = parts.ints(name + "_to", len(start)), parts.vector(name + "_weights", len(start))
        return Network(tasks, float(parts.vector(name + "_gamma", 1)[0]), start, end, weight)
    if kind == "spectrum":
        vectors = parts.matrix(name + "_vectors", tasks)
        values = parts.vector(name + "_values", vectors.shape[1])
        return Spectrum(vectors, values, float(parts.vector(name + "_base", 1)[0]))
    raise ModelFileError(f"the model has a structure of unknown kind '{kind}'; a newer package may know it")
