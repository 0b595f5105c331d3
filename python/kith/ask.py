"""What rows are asked: about their own task, about all tasks, or for one class."""

from __future__ import annotations

from enum import Enum
from typing import Any, List, Optional, Sequence, Union

import numpy as np

from .errors import RowsError
from .info import Info
from .inputs import Inputs
from .prepare import Preparation
from .table import Table


class All(Enum):
    """Stands for all tasks of a model."""

    TASKS = "all tasks"


ALL = All.TASKS
Task = Union[None, str, All, Sequence[str]]


class Asked:
    """Rows as the model looks at them, and what they are asked.

    Attributes
    ----------
    scope : str
        ``own``, ``all``, ``classes`` or ``choice``.
    places : array or None
        The task of each row, or of its first question; -1 for one that the model does not have.
    """

    def __init__(self, info: Info, prepared: Optional[Preparation], texts: int, data: Any, task: Task, unknown: str) -> None:
        if unknown not in ("error", "missing", "common", "attributes"):
            raise RowsError(f"unknown must be 'error', 'missing', 'common' or 'attributes', got '{unknown}'")
        columns = prepared.columns if prepared else info.features
        table = Table.of(data, columns)
        self.names = _names(info, table, task)
        self.scope = _scope(info, task, self.names)
        self.places = self._places(info, unknown)
        self.x = prepared.apply(table, self.names) if prepared else _plain(info.features, texts, table)

    def _places(self, info: Info, unknown: str) -> Optional[np.ndarray]:
        if self.scope in ("all", "classes"):
            return None
        if info.choice is not None and self.scope == "choice":
            parts = info.choice.parts(info.tasks)
            if info.task_column is None:
                return None
            known = {name: p * info.choice.questions for p, name in enumerate(parts)}
        else:
            known = {name: t for t, name in enumerate(info.tasks)}
        names = self.names or []
        for name in names:
            if name not in known and unknown == "error":
                raise RowsError(f"the model has no task '{name}'; it has {_some(list(known))}")
        return np.array([known.get(name, -1) for name in names], int)


def _names(info: Info, table: Table, task: Task) -> Optional[List[Optional[str]]]:
    """The task each row belongs to, where that is known."""
    if isinstance(task, str):
        return [task] * table.rows
    if task is ALL:
        return None
    if task is None:
        column = info.task_column
        return table.texts(column) if column is not None and column in table.columns else None
    names = [str(name) for name in np.asarray(task, object)]
    if len(names) != table.rows:
        raise RowsError(f"task must name one task for each of {table.rows} rows, got {len(names)}")
    return names


def _scope(info: Info, task: Task, names: Optional[List[Optional[str]]]) -> str:
    if task is ALL:
        return "all"
    if info.shape == "choice":
        if names is None and info.task_column is not None:
            raise RowsError(f"rows must say which {info.task_column} they belong to: give that column, or task=")
        return "choice"
    if task is not None:
        return "own"
    if info.shape == "classes":
        return "classes"
    if info.shape == "wide" or (info.shape == "unknown" and names is None):
        return "all"
    if names is None:
        raise RowsError(
            f"rows must say which task they belong to: give the column '{info.task_column}', task=, "
            "or task=kith.ALL for all tasks"
        )
    return "own"


def _plain(features: Sequence[str], texts: int, table: Table) -> Inputs:
    """Complete numbers and texts as they are, for models that have no preparation."""
    count = len(features) - texts
    numbers = np.zeros((table.rows, count))
    for j, name in enumerate(features[:count]):
        numbers[:, j] = table.numbers(name)
        if np.isnan(numbers[:, j]).any():
            row = int(np.argmax(np.isnan(numbers[:, j])))
            raise RowsError(f"row {row}, column '{name}': is missing, and the model was fitted to complete rows")
    columns = []
    for name in features[count:]:
        cells = table.texts(name)
        if any(cell is None for cell in cells):
            raise RowsError(f"row {cells.index(None)}, column '{name}': is missing, and the model was fitted to complete rows")
        columns.append([str(cell) for cell in cells])
    return Inputs(numbers, columns)


def _some(names: List[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
