"""What one kind of model keeps beside its description: texts and tensors by name.

Readers take what they know. What is left is refused, as predictions might depend on it, unless its name begins with
``optional_``.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

import numpy as np

from .errors import ModelFileError

OPTIONAL = "optional_"


class Parts:
    """Texts and tensors that are still to be taken."""

    def __init__(self, texts: Dict[str, str], tensors: Dict[str, np.ndarray]) -> None:
        self.texts = dict(texts)
        self.tensors = dict(tensors)

    def has(self, tensor: str) -> bool:
        return tensor in self.tensors

    def has_text(self, name: str) -> bool:
        return name in self.texts

    def text(self, name: str) -> str:
        if name not in self.texts:
            raise ModelFileError(f"the model has no text '{name}'")
        return self.texts.pop(name)

    def matrix(self, name: str, rows: Optional[int] = None, columns: Optional[int] = None) -> np.ndarray:
        """Numbers of two dimensions, of these sizes where they are said."""
        values = self._take(name, 2, "f8", "F64")
        wanted = (values.shape[0] if rows is None else rows, values.shape[1] if columns is None else columns)
        if values.shape != wanted:
            raise ModelFileError(f"tensor '{name}' must be {wanted[0]} x {wanted[1]}, got {_by(values.shape)}")
        return values

    def vector(self, name: str, length: Optional[int] = None) -> np.ndarray:
        return _long(name, self._take(name, 1, "f8", "F64"), length)

    def ints(self, name: str, length: Optional[int] = None) -> np.ndarray:
        return _long(name, self._take(name, 1, "i4", "I32"), length).astype(np.int64)

    def octets(self, name: str) -> bytes:
        return self._take(name, 1, "u1", "U8").tobytes()

    def scale(self, name: str, length: int) -> np.ndarray:
        """Numbers above 0."""
        values = self.vector(name, length)
        if not (values > 0).all():
            raise ModelFileError(f"tensor '{name}' must hold numbers > 0")
        return values

    def starts(self, name: str, end: int, parts: Optional[int] = None) -> np.ndarray:
        """Positions that ascend from 0 to ``end``, one more than there are parts."""
        starts = self.ints(name, None if parts is None else parts + 1)
        if len(starts) == 0 or starts[0] != 0 or starts[-1] != end or (np.diff(starts) < 0).any():
            raise ModelFileError(f"tensor '{name}' must ascend from 0 to {end}")
        return starts

    def strings(self, name: str) -> List[str]:
        """Texts, one after the other in UTF-8."""
        text = self.octets(name + "_text")
        starts = self.starts(name + "_starts", len(text))
        try:
            return [text[a:b].decode("utf-8") for a, b in zip(starts[:-1], starts[1:])]
        except UnicodeDecodeError as error:
            raise ModelFileError(f"the strings '{name}' must be UTF-8") from error

    def under(self, prefix: str) -> "Tuple[str, Dict[str, np.ndarray]]":
        """The description and the tensors of a model that this one is made of."""
        description = self.text(prefix)
        names = [name for name in self.tensors if name.startswith(prefix + ".")]
        return description, {name[len(prefix) + 1 :]: self.tensors.pop(name) for name in names}

    def done(self) -> None:
        """Refuses what nobody took."""
        left = [name for name in (*self.texts, *self.tensors) if not name.startswith(OPTIONAL)]
        if left:
            raise ModelFileError(f"the model has parts that this package does not know: {', '.join(left)}; a newer one may")

    def _take(self, name: str, dimensions: int, kind: str, label: str) -> np.ndarray:
        if name not in self.tensors:
            raise ModelFileError(f"the model has no tensor '{name}'")
        values = self.tensors.pop(name)
        if values.ndim != dimensions or values.dtype.str[1:] != kind:
            raise ModelFileError(
                f"tensor '{name}' must be {label} of {dimensions} dimensions, got {values.dtype.name} {_by(values.shape)}"
            )
        return values


def _long(name: str, values: np.ndarray, length: Optional[int]) -> np.ndarray:
    if length is not None and len(values) != length:
        raise ModelFileError(f"tensor '{name}' must have {length} entries, got {len(values)}")
    return values


def _by(shape: Tuple[int, ...]) -> str:
    return " x ".join(str(size) for size in shape)
