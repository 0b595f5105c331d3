"""Explicit features of inputs, for models whose weights belong to nodes."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import sqrt
from typing import Dict, List, Tuple
from urllib.parse import unquote_plus

import numpy as np

from .errors import ModelFileError, RowsError
from .inputs import Inputs, SparseRows
from .strings import StringKernel, units

MASK = (1 << 64) - 1
MOST_PRODUCTS = 6 << 24


def hash_of(code: bytes) -> int:
    """The hash of a text given by its UTF-16 code units: FNV-1a, then the finaliser of SplitMix64."""
    h = 0xCBF29CE484222325
    for k in range(0, len(code), 2):
        h = ((h ^ (code[k] | code[k + 1] << 8)) * 0x100000001B3) & MASK
    h = ((h ^ (h >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    h = ((h ^ (h >> 27)) * 0x94D049BB133111EB) & MASK
    return h ^ (h >> 31)


def place_of(code: bytes, bits: int) -> Tuple[int, int]:
    """The column of a text and its sign."""
    h = hash_of(code)
    return h >> (64 - bits), -1 if h & 1 else 1


class Map:
    """From inputs to sparse rows of ``width`` columns."""

    width: int
    text = False

    def rows(self, x: Inputs) -> SparseRows:
        raise NotImplementedError


def _sparse(rows: List[Dict[int, float]], width: int) -> SparseRows:
    starts = np.cumsum([0] + [len(row) for row in rows])
    columns = np.fromiter((c for row in rows for c in row), int, starts[-1])
    return SparseRows(starts, columns, np.fromiter((v for row in rows for v in row.values()), float, starts[-1]), width)


def _of_dense(values: np.ndarray) -> SparseRows:
    rows, columns = np.nonzero(values)
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(values)))])
    return SparseRows(starts, columns, values[rows, columns], values.shape[1])


class Columns(Map):
    """Columns of the input, some of them several times: a view after the other."""

    def __init__(self, text: str, features: int) -> None:
        parts = text.split(";")
        if int(parts[0]) != features or len(parts) < 2:
            raise ModelFileError(f"views were made for {parts[0]} features, got {features}")
        chosen: List[int] = []
        self.views = []
        for view in parts[1:]:
            name, _, ranges = view.partition("=")
            self.views.append(unquote_plus(name))
            own = set()
            for part in ranges.split(","):
                first, last = (int(end) for end in part.split("-"))
                own.update(range(first, min(last, features) + 1))
            if not own or min(own) < 0 or max(own) >= features:
                raise ModelFileError(f"view '{self.views[-1]}' must have columns 0 to {features - 1}")
            chosen += sorted(own)
        self.chosen = np.array(chosen)
        self.width = len(chosen)

    def rows(self, x: Inputs) -> SparseRows:
        return _of_dense(x.numbers[:, self.chosen])


class Hashed(Map):
    """Features added to the columns of the hashes of their names."""

    def __init__(self, text: str, names: List[str]) -> None:
        self.bits = _bits(text)
        self.width = 1 << self.bits
        self.places = [place_of(units(name), self.bits) for name in names]

    def rows(self, x: Inputs) -> SparseRows:
        rows = []
        for values in x.numbers:
            row: Dict[int, float] = {}
            for (column, sign), value in zip(self.places, values):
                row[column] = row.get(column, 0.0) + sign * value
            rows.append(row)
        return _sparse(rows, self.width)


class Strings(Map):
    """Substrings added to the columns of their hashes."""

    text = True

    def __init__(self, text: str) -> None:
        name, length, bits, split, mismatch = text.split(":")
        if name not in ("spectrum", "weighted-degree"):
            raise ModelFileError(f"kernel on strings '{name}' is not known")
        self.kernel = StringKernel(name, int(length))
        self.bits, self.split, self.mismatch = _bits(bits), split == "true", mismatch == "true"
        views = self.kernel.longest - self.kernel.shortest + 1 if self.split else 1
        self.width = views << self.bits

    def rows(self, x: Inputs) -> SparseRows:
        return _sparse([self._row(text) for text in x.texts[0]], self.width)

    def _row(self, text: str) -> Dict[int, float]:
        row: Dict[int, float] = {}
        for letters, place, value in self.kernel.features(text):
            before = units(f"{place}:") if self.kernel.positional else b""
            start = (len(letters) // 2 - self.kernel.shortest) << self.bits if self.split else 0
            self._add(row, before + letters, start, value)
            if self.mismatch:
                for k in range(0, len(letters), 2):
                    self._add(row, before + letters[:k] + b"\0\0" + letters[k + 2 :], start, value / 2)
        if not row:
            raise RowsError(f'"{text}" is too short for kernel \'{self.kernel.spec}\'')
        return self._scaled(row)

    def _add(self, row: Dict[int, float], token: bytes, start: int, value: float) -> None:
        column, sign = place_of(token, self.bits)
        row[start + column] = row.get(start + column, 0.0) + sign * value

    def _scaled(self, row: Dict[int, float]) -> Dict[int, float]:
        squares: Dict[int, float] = {}
        for column in sorted(row):
            view = column >> self.bits
            squares[view] = squares.get(view, 0.0) + row[column] ** 2
        return {column: value / sqrt(squares[column >> self.bits]) for column, value in row.items() if value != 0}


class Products(Map):
    """All products of two or three of sqrt(offset), x_1, ..., x_d."""

    def __init__(self, text: str, features: int) -> None:
        name, degree, offset = text.split(":")
        if name != "polynomial" or degree not in ("2", "3") or not 0 <= float(offset) < np.inf:
            raise ModelFileError(f"kernel '{text}' has no explicit features")
        self.offset = float(offset)
        if (features + int(degree)) ** int(degree) > MOST_PRODUCTS:
            raise ModelFileError(f"{features} features have too many products of degree {degree}")
        self.tuples = list(combinations_with_replacement(range(features + 1), int(degree)))
        orders = {1: 1, 2: 2 if degree == "2" else 3, 3: 6}
        self.roots = np.sqrt([orders[len(set(one))] for one in self.tuples])
        self.width = len(self.tuples)

    def rows(self, x: Inputs) -> SparseRows:
        variables = np.hstack([np.full((x.rows, 1), sqrt(self.offset)), x.numbers])
        products = variables[:, np.array(self.tuples)].prod(axis=2) * self.roots
        return _of_dense(products)


def _bits(text: str) -> int:
    bits = int(text)
    if not 1 <= bits <= 26:
        raise ModelFileError(f"hash bits must be a whole number from 1 to 26, got {bits}")
    return bits


def parse(spec: str, features: List[str]) -> Map:
    """The map of this text."""
    kind, _, rest = spec.partition(":")
    try:
        if kind == "columns":
            return Columns(rest, len(features))
        if kind == "hash":
            return Hashed(rest, features)
        if kind == "strings":
            return Strings(rest)
        if kind == "explicit":
            return Products(rest, len(features))
    except ValueError as error:
        if isinstance(error, ModelFileError):
            raise
        raise ModelFileError(f"feature map '{spec}' cannot be understood: {error}") from error
    raise ModelFileError(f"feature map must be columns, hash, strings or explicit, got '{kind}'")
