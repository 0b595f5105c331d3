"""Rows as models look at them: numbers, then texts, in the order of the model's features."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List

import numpy as np

from .errors import ModelFileError


@dataclass
class Inputs:
    """Rows of numbers beside text columns.

    Attributes
    ----------
    numbers : array
        Rows x the features that are numbers.
    texts : list of list of str
        A list for each feature that is text; these are the last ones.
    """

    numbers: np.ndarray
    texts: List[List[str]] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return len(self.texts[0]) if self.texts else len(self.numbers)

    def select(self, chosen: "slice | np.ndarray") -> "Inputs":
        places = np.arange(self.rows)[chosen]
        return Inputs(self.numbers[chosen], [[column[i] for i in places] for column in self.texts])


@dataclass
class SparseRows:
    """Row i has the entries ``starts[i]`` to ``starts[i + 1]``."""

    starts: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    width: int

    def __post_init__(self) -> None:
        wrong = len(self.columns) != len(self.values) or (len(self.starts) and self.starts[-1] != len(self.columns))
        if wrong or ((self.columns < 0) | (self.columns >= self.width)).any():
            raise ModelFileError(f"sparse rows must have a value for each of their columns, from 0 to {self.width - 1}")

    @property
    def rows(self) -> int:
        return len(self.starts) - 1

    def row_of(self) -> np.ndarray:
        """The row each entry belongs to."""
        return np.repeat(np.arange(self.rows), np.diff(self.starts))

    def row(self, i: int) -> "tuple[np.ndarray, np.ndarray]":
        """Columns and values of one row."""
        part = slice(self.starts[i], self.starts[i + 1])
        return self.columns[part], self.values[part]

    def dense(self) -> np.ndarray:
        full = np.zeros((self.rows, self.width))
        np.add.at(full, (self.row_of(), self.columns), self.values)
        return full

    def squared_lengths(self) -> np.ndarray:
        return np.bincount(self.row_of(), self.values**2, minlength=self.rows)

    def dot(self, x: np.ndarray) -> np.ndarray:
        """Inner products of the rows of ``x`` (dense) with these rows."""
        products = np.zeros((len(x), self.rows))
        for i in range(self.rows):
            columns, values = self.row(i)
            products[:, i] = x[:, columns] @ values
        return products


def read_sparse(name: str, width: int, parts) -> SparseRows:
    """Sparse rows of this name, with so many columns."""
    columns = parts.ints(name + "_columns")
    return SparseRows(parts.starts(name + "_starts", len(columns)), columns, parts.vector(name + "_values", len(columns)), width)
