"""Models whose weights belong to nodes: sets of tasks that share a vector."""

from __future__ import annotations

from typing import Optional

import numpy as np

from . import maps, structure
from .errors import ModelFileError
from .info import Info
from .inputs import Inputs, SparseRows, read_sparse
from .kinds import Kind, chosen, read_kernels
from .parts import Parts
from .scaling import Scaling


class Nodes(Kind):
    """f_t(x) = intercepts[t] + label_scale[t] sum_g members[g, t] (weights[g] . phi(s(x)))."""

    def __init__(self, info: Info, parts: Parts) -> None:
        super().__init__(info)
        tasks = len(info.tasks)
        self.map = maps.parse(parts.text("map"), info.features)
        self.text_features = 1 if self.map.text else 0
        if self.map.text and len(info.features) != 1:
            raise ModelFileError(f"a model on strings must have one feature, got {len(info.features)}")
        self.members = read_sparse("members", tasks, parts)
        self.weights = read_sparse("weights", self.map.width, parts)
        self.kernels = read_kernels(parts)
        kernel_of = parts.ints("kernel_of", self.members.rows)
        if self.weights.rows != self.members.rows or ((kernel_of < 0) | (kernel_of >= len(self.kernels))).any():
            raise ModelFileError("members, weights and kernels must speak of equally many nodes")
        self.intercepts = parts.vector("intercepts", tasks)
        self.scaling = Scaling(parts, None if self.map.text else len(info.features), tasks)
        theta = np.array([weight for _, _, weight in self.kernels], float)[kernel_of]
        self.structure = OfMembers(self.members, theta)

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        scaled = x if self.map.text else self.scaling.apply(x)
        phi = self.map.rows(scaled)
        row_of = phi.row_of()
        scores = np.zeros((phi.rows, self.members.rows))
        for g in range(self.members.rows):
            columns, values = self.weights.row(g)
            if len(columns):
                at = np.minimum(np.searchsorted(columns, phi.columns), len(columns) - 1)
                found = columns[at] == phi.columns
                products = np.where(found, values[at], 0.0) * phi.values
                scores[:, g] = np.bincount(row_of, products, minlength=phi.rows)
        sums = chosen(scores, self.members.dense(), tasks)
        if tasks is None:
            return self.intercepts + self.scaling.label_scale * sums
        return self.intercepts[tasks] + self.scaling.label_scale[tasks] * sums


class OfMembers(structure.Structure):
    """sum over nodes of theta_g members[g]' members[g]."""

    def __init__(self, members: SparseRows, theta: np.ndarray) -> None:
        super().__init__(members.width)
        self.members, self.theta = members, theta

    def rows(self, chosen: np.ndarray) -> np.ndarray:
        dense = self.members.dense()
        return (dense[:, chosen] * self.theta[:, None]).T @ dense

    def diagonal(self) -> np.ndarray:
        return (self.members.dense() ** 2 * self.theta[:, None]).sum(axis=0)
