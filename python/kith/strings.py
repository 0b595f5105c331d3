"""Kernels on strings, by the substrings they count. Lengths and positions count UTF-16 code units."""

from __future__ import annotations

from math import sqrt
from typing import Callable, Dict, Iterator, List, Tuple

import numpy as np

from .errors import ModelFileError, RowsError

Feature = Tuple[bytes, int]


def units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


class StringKernel:
    """The cosine between vectors of substrings."""

    def __init__(self, name: str, length: int) -> None:
        if length < 1:
            raise ModelFileError(f"substring length must be a whole number >= 1, got {length}")
        self.spec = f"{name}:{length}"
        self.positional = name == "weighted-degree"
        self.shortest = 1 if self.positional else length
        self.longest = length

    def features(self, text: str) -> Iterator[Tuple[bytes, int, float]]:
        """Every substring that counts: its code units, its place (0 where that does not matter) and its value."""
        code, k = units(text), self.longest
        count = len(code) // 2
        for length in range(self.shortest, min(k, count) + 1):
            value = sqrt(2.0 * (k - length + 1) / (k * (k + 1.0))) if self.positional else 1.0
            for start in range(count - length + 1):
                yield code[2 * start : 2 * (start + length)], start if self.positional else 0, value

    def vector(self, text: str) -> Dict[Feature, float]:
        """The features added up, at length 1."""
        sums: Dict[Feature, float] = {}
        for letters, place, value in self.features(text):
            sums[letters, place] = sums.get((letters, place), 0.0) + value
        if not sums:
            raise RowsError(f'"{text}" is too short for kernel \'{self.spec}\'')
        length = sqrt(sum(value * value for value in sums.values()))
        return {key: value / length for key, value in sums.items()}

    def against(self, support: List[str]) -> Callable[[List[str]], np.ndarray]:
        """Kernel values of other texts against these."""
        entries: Dict[Feature, Tuple[List[int], List[float]]] = {}
        for j, text in enumerate(support):
            for key, value in self.vector(text).items():
                places, values = entries.setdefault(key, ([], []))
                places.append(j)
                values.append(value)
        index = {key: (np.array(places), np.array(values)) for key, (places, values) in entries.items()}

        def values(texts: List[str]) -> np.ndarray:
            k = np.zeros((len(texts), len(support)))
            for i, text in enumerate(texts):
                for key, value in self.vector(text).items():
                    if key in index:
                        places, known = index[key]
                        k[i, places] += value * known
            return k

        return values
