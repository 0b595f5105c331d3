"""Kernels by the text that model files keep."""

from __future__ import annotations

from typing import Callable, List, Optional, Union

import numpy as np

from .errors import ModelFileError, UnsupportedModelError
from .inputs import Inputs, SparseRows
from .strings import StringKernel

Support = Union[Inputs, SparseRows]
Values = Callable[[Inputs], np.ndarray]


class VectorKernel:
    """A function of inner products x'z, x'x and z'z."""

    shift_invariant = False

    def of(self, xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def against(self, support: Support) -> Values:
        """Kernel values of rows against the support, rows x support."""
        if isinstance(support, SparseRows):
            lengths = support.squared_lengths()
            return lambda x: self.of(support.dot(x.numbers), (x.numbers**2).sum(axis=1)[:, None], lengths)
        z = support.numbers
        # Where only differences count, lengths are measured amid the support: far from 0 they would leave no digits.
        origin = (z / max(1, len(z))).sum(axis=0) if self.shift_invariant else np.zeros(z.shape[1])
        z = z - origin
        lengths = (z**2).sum(axis=1)

        def values(x: Inputs) -> np.ndarray:
            moved = x.numbers - origin
            return self.of(moved @ z.T, (moved**2).sum(axis=1)[:, None], lengths)

        return values

    def gram(self, support: Support) -> np.ndarray:
        if isinstance(support, SparseRows):
            support = Inputs(support.dense())
        return self.against(support)(support)

    def diagonal(self, x: Inputs) -> np.ndarray:
        lengths = (x.numbers**2).sum(axis=1)
        return self.of(lengths, lengths, lengths)


class Linear(VectorKernel):
    def of(self, xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
        return xz + np.zeros(np.broadcast(xz, xx, zz).shape)


class Gaussian(VectorKernel):
    shift_invariant = True

    def __init__(self, width: float) -> None:
        self.width = _positive("width", width)

    def of(self, xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
        return np.exp(-_squared_distance(xz, xx, zz) / (2 * self.width * self.width))


class Laplace(VectorKernel):
    shift_invariant = True

    def __init__(self, width: float) -> None:
        self.width = _positive("width", width)

    def of(self, xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
        return np.exp(-np.sqrt(_squared_distance(xz, xx, zz)) / self.width)


class Polynomial(VectorKernel):
    def __init__(self, degree: int, offset: float) -> None:
        if degree < 1 or not 0 <= offset < np.inf:
            raise ModelFileError(f"degree must be >= 1 and offset finite and >= 0, got {degree} and {offset}")
        self.degree, self.offset = degree, offset

    def of(self, xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
        return (xz + self.offset) ** self.degree


class Unit(VectorKernel):
    """A kernel of inputs scaled to length 1; zero inputs stay zero."""

    def __init__(self, kernel: VectorKernel) -> None:
        self.kernel = kernel

    def of(self, xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
        lengths = np.sqrt(xx) * np.sqrt(zz)
        cosine = np.divide(xz, lengths, out=np.zeros(np.broadcast(xz, lengths).shape), where=lengths > 0)
        return self.kernel.of(cosine, np.where(xx > 0, 1.0, 0.0), np.where(zz > 0, 1.0, 0.0))


class TextKernel:
    """A kernel on strings, of the inputs' one text column."""

    def __init__(self, kernel: StringKernel) -> None:
        self.kernel = kernel

    def against(self, support: Support) -> Values:
        values = self.kernel.against(_inputs(support).texts[0])
        return lambda x: values(x.texts[0])

    def gram(self, support: Support) -> np.ndarray:
        return self.against(support)(_inputs(support))

    def diagonal(self, x: Inputs) -> np.ndarray:
        return np.ones(x.rows)


class Precomputed:
    """Values of a matrix: the one feature of an input is its row."""

    def __init__(self, matrix: np.ndarray) -> None:
        self.matrix = matrix

    def against(self, support: Support) -> Values:
        columns = self._places(_inputs(support))
        return lambda x: self.matrix[np.ix_(self._places(x), columns)]

    def gram(self, support: Support) -> np.ndarray:
        return self.against(support)(_inputs(support))

    def diagonal(self, x: Inputs) -> np.ndarray:
        places = self._places(x)
        return self.matrix[places, places]

    def _places(self, x: Inputs) -> np.ndarray:
        size = len(self.matrix)
        numbers = x.numbers[:, 0] if x.numbers.shape[1] == 1 else np.full(len(x.numbers), -1.0)
        if not ((numbers >= 0) & (numbers < size) & (numbers == np.rint(numbers))).all():
            raise ModelFileError(f"a precomputed kernel needs one feature holding positions 0 to {size - 1}")
        return numbers.astype(int)


class Blocks:
    """A kernel against each block of the support; rows of it stand one after another."""

    def __init__(self, kernels: List["Kernel"], sizes: List[int]) -> None:
        self.kernels, self.sizes = kernels, sizes

    def against(self, support: Support) -> Values:
        if sum(self.sizes) != support.rows or isinstance(support, SparseRows):
            raise ModelFileError(f"blocks must have {sum(self.sizes)} dense inputs, got {support.rows}")
        ends = np.cumsum([0, *self.sizes])
        parts = [k.against(support.select(slice(a, b))) for k, a, b in zip(self.kernels, ends[:-1], ends[1:])]
        return lambda x: np.hstack([part(x) for part in parts])


Kernel = Union[VectorKernel, TextKernel, Precomputed, Blocks]


def is_sum(spec: str) -> bool:
    """Whether a text is of several kernels, each of its own columns."""
    return "@" in spec or " + " in spec


def parse(spec: str, matrix: Optional[np.ndarray] = None) -> Kernel:
    """The kernel of this text; ``matrix`` holds the values of a precomputed one."""
    name, _, rest = spec.partition(":")
    parts = rest.split(":") if rest else []
    try:
        if name == "linear" and not parts:
            return Linear()
        if name in ("gaussian", "laplace") and len(parts) <= 1:
            width = float(parts[0]) if parts else 1.0
            return Gaussian(width) if name == "gaussian" else Laplace(width)
        if name == "polynomial" and len(parts) in (1, 2):
            return Polynomial(int(parts[0]), float(parts[1]) if len(parts) == 2 else 1.0)
        if name in ("spectrum", "weighted-degree") and len(parts) == 1:
            return TextKernel(StringKernel(name, int(parts[0])))
        if name == "unit":
            inner = parse(rest)
            if isinstance(inner, VectorKernel):
                return Unit(inner)
        if name == "blocks":
            pairs = [block.partition("=") for block in rest.split(";")]
            return Blocks([parse(kernel) for _, _, kernel in pairs], [int(count) for count, _, _ in pairs])
    except ValueError as error:
        raise ModelFileError(f"kernel '{spec}' cannot be understood: {error}") from error
    if spec == "precomputed" and matrix is not None:
        return Precomputed(matrix)
    if spec == "precomputed:named":
        raise UnsupportedModelError(
            "the model was trained on a Gram matrix by names of rows, whose values are not in the file: "
            "predict with kith predict --kernel precomputed:FILE"
        )
    raise UnsupportedModelError(f"kernel '{spec}' is not known here; predict with kith, or with a newer package")


def _inputs(support: Support) -> Inputs:
    if isinstance(support, SparseRows):
        raise ModelFileError("this kernel needs inputs that are dense or strings")
    return support


def _positive(name: str, value: float) -> float:
    if not 0 < value < np.inf:
        raise ModelFileError(f"{name} must be a finite number > 0, got {value}")
    return value


def _squared_distance(xz: np.ndarray, xx: np.ndarray, zz: np.ndarray) -> np.ndarray:
    """Distances below rounding are zero, so that equal inputs are equal."""
    both = xx + zz
    distance = both - 2 * xz
    return np.where(distance > 1e-14 * both, distance, 0)
