"""Columns of a table by name: a pandas frame, a mapping of columns, or rows of numbers."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from .errors import RowsError

#: What a cell that is missing may say, beside None, NaN and what a model adds.
MISSING = {"", "NA", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "NaN", "nan", "?", "."}


class Table:
    """Cells by the name of their column."""

    def __init__(self, columns: Dict[str, np.ndarray], rows: int) -> None:
        self.columns = columns
        self.rows = rows

    @staticmethod
    def of(data: Any, names: Sequence[str]) -> "Table":
        """The table behind what a user gave; columns without names are ``names``, in order."""
        if hasattr(data, "columns") and hasattr(data, "__getitem__"):
            found = {str(name): _cells(data[name]) for name in data.columns}
            if len(found) != len(list(data.columns)):
                raise RowsError("names of columns must differ")
            return Table(found, len(data))
        if isinstance(data, dict):
            found = {str(name): _cells(column) for name, column in data.items()}
            lengths = {len(column) for column in found.values()}
            if len(lengths) > 1:
                raise RowsError(f"columns must have equally many rows, got {sorted(lengths)}")
            return Table(found, lengths.pop() if lengths else 0)
        values = _array(data)
        if values.shape[1] != len(names):
            raise RowsError(f"rows without names must have the {len(names)} columns {_some(names)}, got {values.shape[1]}")
        return Table({name: values[:, j] for j, name in enumerate(names)}, len(values))

    def column(self, name: str) -> np.ndarray:
        if name not in self.columns:
            raise RowsError(f"column '{name}' is missing; there are {_some(list(self.columns))}")
        return self.columns[name]

    def numbers(self, name: str, missing: Sequence[str] = ()) -> np.ndarray:
        """The column as numbers, NaN where one is missing."""
        cells = self.column(name)
        if cells.dtype.kind in "fiub":
            values = cells.astype(float)
        else:
            known = {text: _number(name, text, missing) for text in {cell for cell in cells if isinstance(cell, str)}}
            values = np.array([known[c] if isinstance(c, str) else _number(name, c, missing) for c in cells], float)
        if np.isinf(values).any():
            raise RowsError(f"column '{name}': must be finite numbers, got infinity")
        return values

    def texts(self, name: str, missing: Sequence[str] = ()) -> List[Optional[str]]:
        """The column as texts, None where one is missing."""
        cells = self.column(name)
        if cells.dtype.kind == "f" and np.isnan(cells).all():
            return [None] * len(cells)
        if cells.dtype.kind in "fb":
            raise RowsError(
                f"column '{name}': the model takes texts as its file spelled them, got {cells.dtype.name}; "
                "read the column as text, for example with dtype=str"
            )
        if cells.dtype.kind == "M":
            return [None if np.isnat(cell) else str(cell) for cell in cells]
        known = {text: None if is_missing(text, missing) else text for text in {c for c in cells if isinstance(c, str)}}
        return [known[c] if isinstance(c, str) else None if is_missing(c, missing) else str(c) for c in cells]


def is_missing(cell: Any, more: Sequence[str] = ()) -> bool:
    """Whether a cell says nothing."""
    if isinstance(cell, str):
        return cell.strip() in MISSING or cell in more
    # pandas' NA is not equal to itself, nor different: it is known by its name.
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or bool(cell != cell)


def _cells(column: Any) -> np.ndarray:
    """A column as an array of numbers, dates or objects."""
    if hasattr(column, "to_numpy"):
        if getattr(column, "ndim", 1) != 1:
            raise RowsError("names of columns must differ")
        values = column.to_numpy()
    else:
        values = np.asarray(column)
    if values.ndim != 1:
        raise RowsError(f"a column must be of one dimension, got {values.ndim}")
    return values.astype(object) if values.dtype.kind in "US" else values


def _array(data: Any) -> np.ndarray:
    if hasattr(data, "toarray"):
        data = data.toarray()
    values = np.asarray(data)
    if values.ndim != 2:
        raise RowsError(f"rows must be a table of two dimensions, got {values.ndim}: for one row give [[...]]")
    return values.astype(object) if values.dtype.kind in "US" else values


def _number(column: str, cell: Any, missing: Sequence[str]) -> float:
    if is_missing(cell, missing):
        return np.nan
    if isinstance(cell, str):
        return parse_number(column, cell)
    try:
        return float(cell)
    except (TypeError, ValueError) as error:
        raise RowsError(f"column '{column}': {cell!r} is not a number") from error


def parse_number(column: str, text: str) -> float:
    """A decimal number, or yes and no as tables spell them."""
    word = text.strip()
    if word.lower() in ("yes", "true", "y", "t"):
        return 1.0
    if word.lower() in ("no", "false", "n", "f"):
        return 0.0
    plain = bool(word) and all(c in "0123456789.eE+-" for c in word)
    try:
        if plain:
            return float(word)
    except ValueError:
        pass
    raise RowsError(f"column '{column}': \"{text}\" is not a number")


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:8])
    return shown + (f" and {len(names) - 8} more" if len(names) > 8 else "")
