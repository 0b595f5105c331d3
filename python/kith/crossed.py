"""Mixed models whose rows belong to levels of several groupings: a linear model of the tasks, and what other levels add."""

from __future__ import annotations

import copy
from typing import Callable, Optional

import numpy as np

from .errors import ModelFileError, RowsError
from .info import Info
from .inputs import Inputs
from .kinds import Kind, Linear
from .parts import Parts
from .scaling import COMMON, predictions


class Grouping:
    """What each level of a further column adds to a row: an intercept, slopes, or both."""

    def __init__(self, column: str, name: str, features: int, parts: Parts) -> None:
        self.column = column
        self.levels = {level: k for k, level in enumerate(parts.strings(name + "_levels"))}
        self.varying = parts.ints(name + "_varying")
        self.own = parts.matrix(name + "_own", len(self.varying), len(self.levels))
        if ((self.varying < 0) | (self.varying > features)).any():
            raise ModelFileError(f"what varies by '{column}' must be numbers from 0 to {features}")

    def effects(self, cells: "list[str]", x: np.ndarray, unknown: str) -> np.ndarray:
        """The sum for each row; levels that are not there are refused, NaN, or the mean over levels, which is 0."""
        level = np.array([self.levels.get(cell, -1) for cell in cells], int)
        if unknown == "error" and (level < 0).any():
            raise RowsError(f"column '{self.column}': the model has no level '{cells[int(np.argmin(level))]}'")
        z = np.column_stack([np.ones(len(x)), x])[:, self.varying]
        sums = (z * self.own[:, np.maximum(level, 0)].T).sum(axis=1)
        return np.where(level < 0, np.nan if unknown == "missing" else 0.0, sums)


class Crossed(Kind):
    """f_t(x) = tasks_t(x) + the sum over groupings of what the row's level adds."""

    def __init__(self, info: Info, parts: Parts, part: Callable[[Parts, str], Kind]) -> None:
        super().__init__(info)
        self.tasks = part(parts, "tasks")
        if not isinstance(self.tasks, Linear) or self.tasks.info.tasks != info.tasks:
            raise ModelFileError("the model 'tasks' must be linear, and of the model's tasks")
        numbers = self.tasks.info.features
        further = info.features[len(numbers) :]
        if info.features[: len(numbers)] != numbers or not further:
            raise ModelFileError("a crossed model must have the features of its tasks, and a grouping or more after them")
        self.further = [Grouping(name, f"grouping_{k}", len(numbers), parts) for k, name in enumerate(further)]
        self.text_features = len(further)
        self.unknown = "error"

    def treating(self, unknown: str) -> "Crossed":
        treated = copy.copy(self)
        treated.unknown = unknown
        return treated

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        effects = self._effects(x)
        return self.tasks.values(Inputs(x.numbers), tasks) + (effects[:, None] if tasks is None else effects)

    def _effects(self, x: Inputs) -> np.ndarray:
        return sum(one.effects(cells, x.numbers, self.unknown) for one, cells in zip(self.further, x.texts))

    def common(self, x: Inputs, attributes: bool) -> Optional[np.ndarray]:
        own = self.tasks.common(Inputs(x.numbers), attributes)
        return None if own is None else predictions(own + self._effects(x), self.info, COMMON)
