"""Boosted trees over all tasks."""

from __future__ import annotations

from typing import List, Optional

import numpy as np

from .errors import ModelFileError
from .info import Info
from .inputs import Inputs
from .kinds import Kind
from .parts import Parts

#: How many features the task itself has: its position, and its mean label.
OF_TASK = 2


class Trees(Kind):
    """f_t(x) = label_mean[t] + label_scale[t] (base + the value of the leaf in each tree)."""

    def __init__(self, info: Info, parts: Parts) -> None:
        super().__init__(info)
        tasks = len(info.tasks)
        self.base = float(parts.vector("base", 1)[0])
        self.roots = parts.ints("roots")
        self.feature = parts.ints("feature")
        count = len(self.feature)
        self.number = parts.vector("number", count)
        self.left, self.right = parts.ints("left", count), parts.ints("right", count)
        codes = parts.ints("codes")
        starts = parts.starts("codes_starts", len(codes), count)
        self.codes: List[Optional[np.ndarray]] = [codes[a:b] if b > a else None for a, b in zip(starts[:-1], starts[1:])]
        self.task_mean = parts.vector("task_mean", tasks)
        self.label_mean = parts.vector("label_mean", tasks)
        self.label_scale = parts.scale("label_scale", tasks)
        self._require_trees(len(info.features) + OF_TASK, codes)

    def _require_trees(self, features: int, codes: np.ndarray) -> None:
        """Nodes come after what leads to them, each from one place, so that every row gets to a leaf."""
        count = len(self.feature)
        inner = self.feature != -1
        nodes = np.arange(count)
        wrong = ((self.feature < -1) | (self.feature >= features)).any() or (codes < 0).any()
        for way in (self.left, self.right):
            wrong = wrong or ((way[inner] <= nodes[inner]) | (way[inner] >= count)).any()
        wrong = wrong or ((self.roots < 0) | (self.roots >= count)).any()
        reached = np.concatenate([self.roots, self.left[inner], self.right[inner]])
        if wrong or not np.array_equal(np.sort(reached), nodes):
            raise ModelFileError("each node of the trees must be reached once, from one before it, and ask for a feature there is")

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        if tasks is not None:
            return self._of(x.numbers, tasks)
        columns = [self._of(x.numbers, np.full(x.rows, t)) for t in range(len(self.info.tasks))]
        return np.stack(columns, axis=1)

    def _of(self, x: np.ndarray, tasks: np.ndarray) -> np.ndarray:
        rows = np.column_stack([x, tasks.astype(float), self.task_mean[tasks]])
        sums = np.full(len(rows), self.base)
        for root in self.roots:
            sums += self._leaves(rows, int(root))
        return self.label_mean[tasks] + self.label_scale[tasks] * sums

    def _leaves(self, rows: np.ndarray, root: int) -> np.ndarray:
        """The value of the leaf each row falls into, by handing sets of rows down the tree."""
        values = np.empty(len(rows))
        waiting = [(root, np.arange(len(rows)))]
        while waiting:
            node, members = waiting.pop()
            if len(members) == 0:
                continue
            j = self.feature[node]
            if j < 0:
                values[members] = self.number[node]
                continue
            cells = rows[members, j]
            codes = self.codes[node]
            below = cells < self.number[node] if codes is None else (cells >= 0) & np.isin(np.trunc(cells), codes)
            waiting.append((int(self.left[node]), members[below]))
            waiting.append((int(self.right[node]), members[~below]))
        return values
