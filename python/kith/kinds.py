"""The kinds of models whose functions are one formula: linear, kernel, kernel-sum, fourier."""

from __future__ import annotations

from typing import Callable, List, Optional, Tuple

import numpy as np

from . import kernels, structure
from .errors import ModelFileError
from .info import JOINT, MIXED, Info
from .inputs import Inputs, read_sparse
from .kernels import Kernel
from .parts import Parts
from .scaling import COMMON, Scaling, predictions

#: Rows are predicted in batches of about so many numbers, so that memory stays bounded.
BATCH = 1 << 22


class Kind:
    """A model's functions: values of all tasks, or of one task a row.

    Attributes
    ----------
    text_features : int
        How many of the model's features are texts; these are the last ones.
    """

    text_features = 0

    def __init__(self, info: Info) -> None:
        self.info = info
        self.structure: Optional[structure.Structure] = None

    def values(self, x: Inputs, tasks: Optional[np.ndarray] = None, transform: bool = True) -> np.ndarray:
        """Predictions of numbers and decision values of classes, rows x tasks or, with ``tasks``, one for each row."""
        if tasks is not None and self.info.loss in JOINT:
            return self.values(x)[np.arange(x.rows), tasks]
        return predictions(self._functions(x, tasks), self.info, tasks, transform)

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        raise NotImplementedError

    def treating(self, unknown: str) -> "Kind":
        """The model that treats levels of further groupings, where it has such, as ``unknown`` says."""
        return self

    def common(self, x: Inputs, attributes: bool) -> Optional[np.ndarray]:
        """Predictions by what all tasks have in common; None where the model kept nothing of that."""
        return None


def chosen(features: np.ndarray, weights: np.ndarray, tasks: Optional[np.ndarray]) -> np.ndarray:
    """Products of rows with the weights (features x tasks) of all tasks, or of each row's own."""
    if tasks is None:
        return features @ weights
    return np.einsum("ij,ij->i", features, weights.T[tasks])


def in_batches(x: Inputs, width: int, of: Callable[[Inputs, slice], np.ndarray]) -> np.ndarray:
    """Results of some rows at a time, one below the other."""
    size = max(1, BATCH // max(1, width))
    pieces = [slice(first, first + size) for first in range(0, max(1, x.rows), size)]
    return np.concatenate([of(x.select(piece), piece) for piece in pieces])


def own(tasks: Optional[np.ndarray], piece: slice) -> Optional[np.ndarray]:
    return None if tasks is None else tasks[piece]


class Linear(Kind):
    """f(x) = intercepts + x @ weights."""

    def __init__(self, info: Info, parts: Parts) -> None:
        super().__init__(info)
        d, tasks = len(info.features), len(info.tasks)
        self.weights = parts.matrix("weights", d, tasks)
        self.intercepts = parts.vector("intercepts", tasks)
        self.structure = structure.read(parts, tasks)
        if parts.has("feature_mean"):
            Scaling(parts, d, tasks)
        self.shared = Common.read(parts, d)

    def common(self, x: Inputs, attributes: bool) -> Optional[np.ndarray]:
        z = None if self.shared is None or self.info.loss == MIXED else self.shared.at(x.numbers, attributes)
        return None if z is None else predictions(z, self.info, COMMON)

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        level = self.intercepts if tasks is None else self.intercepts[tasks]
        width = len(self.weights)
        return level + in_batches(x, width, lambda some, piece: chosen(some.numbers, self.weights, own(tasks, piece)))


class Common:
    """What all tasks have in common: an intercept and slopes."""

    def __init__(self, shared: np.ndarray, columns: np.ndarray, means: np.ndarray) -> None:
        self.shared, self.columns, self.means = shared, columns, means

    @staticmethod
    def read(parts: Parts, d: int) -> "Optional[Common]":
        nothing = np.zeros(0, int), np.zeros(0)
        if not parts.has("optional_common"):
            fixed = "optional_effects_fixed"
            return Common(parts.vector(fixed, 1 + d), *nothing) if parts.has(fixed) else None
        shared = parts.vector("optional_common", 1 + d)
        if not parts.has("optional_common_attributes"):
            return Common(shared, *nothing)
        columns = parts.ints("optional_common_attributes")
        values = parts.matrix("optional_common_attribute_values", None, len(columns))
        if ((columns < 0) | (columns >= d)).any() or len(values) == 0:
            raise ModelFileError(f"attributes of tasks must be some of {d} features, of one task or more")
        return Common(shared, columns, values.mean(axis=0))

    def at(self, x: np.ndarray, attributes: bool) -> Optional[np.ndarray]:
        """Values for rows, by their own attributes of tasks or, as these are unknown, by their means over tasks."""
        if attributes and len(self.columns) == 0:
            return None
        if not attributes:
            x = x.copy()
            x[:, self.columns] = self.means
        return self.shared[0] + x @ self.shared[1:]


class OfKernel(Kind):
    """f(x) = intercepts + sum_v sum_i k_v(s(x), support_i) coefficients_v[i]."""

    def __init__(self, info: Info, parts: Parts) -> None:
        super().__init__(info)
        tasks = len(info.tasks)
        spec = parts.text("kernel")
        self.intercepts = parts.vector("intercepts", tasks)
        self.structure = structure.read(parts, tasks)
        self.support, self.text_features = _support(info, parts)
        rows = self.support.rows
        if info.kind == "kernel":
            together = [parts.matrix("coefficients", rows, tasks)]
        else:
            together = [parts.matrix(f"coefficients_{v}", rows, tasks) for v in range(len(spec.split(" + ")))]
        matrix = parts.matrix("kernel_matrix") if spec == "precomputed" else None
        self.views = _views(spec, info.features, self.text_features, matrix)
        self.coefficients = together * len(self.views) if info.kind == "kernel" else together
        self.structures = self._structures(parts) if info.kind == "kernel-sum" else []
        self.scaling = Scaling(parts, len(info.features) - self.text_features, tasks)
        self._to_support = [kernel.against(view(self.support)) for kernel, view in self.views]

    def _structures(self, parts: Parts) -> List[structure.Structure]:
        tasks = len(self.info.tasks)
        read_kernels(parts)
        found = [structure.read(parts, tasks, f"structure_of_{v}") for v in range(len(self.views))]
        return [one for one in found if one is not None]

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        def of(some: Inputs, piece: slice) -> np.ndarray:
            scaled = self.scaling.apply(some)
            sums = [
                chosen(values(view(scaled)), b, own(tasks, piece))
                for (_, view), values, b in zip(self.views, self._to_support, self.coefficients)
            ]
            return sum(sums[1:], sums[0])

        level = self.intercepts if tasks is None else self.intercepts[tasks]
        return level + in_batches(x, self.support.rows, of)


View = Callable[[kernels.Support], kernels.Support]


def _support(info: Info, parts: Parts) -> Tuple[kernels.Support, int]:
    """The training inputs, already scaled, and how many of their features are texts."""
    d = len(info.features)
    if parts.has("support_0_text"):
        count = 0
        texts = []
        while parts.has(f"support_{count}_text"):
            texts.append(parts.strings(f"support_{count}"))
            count += 1
        numbers = parts.matrix("support", None, d - count) if d > count else np.zeros((len(texts[0]), 0))
        if any(len(column) != len(numbers) for column in texts) or count > d:
            raise ModelFileError("support inputs must be as many in each column")
        return Inputs(numbers, texts), count
    if parts.has("support"):
        return Inputs(parts.matrix("support", None, d)), 0
    if parts.has("support_text"):
        texts = [parts.strings("support")]
        if d != 1:
            raise ModelFileError(f"a model on strings must have one feature, got {d}")
        return Inputs(np.zeros((len(texts[0]), 0)), texts), 1
    return read_sparse("support", d, parts), 0


def _views(spec: str, features: List[str], texts: int, matrix: Optional[np.ndarray]) -> List[Tuple[Kernel, View]]:
    """Kernels and what of the inputs each looks at."""
    if not kernels.is_sum(spec):
        return [(kernels.parse(spec, matrix), lambda x: x)]
    numbers, names = features[: len(features) - texts], features[len(features) - texts :]
    views = []
    for one in spec.split(" + "):
        kernel, at, columns = one.rpartition("@") if "@" in one else (one, "", "")
        found = kernels.parse(kernel)
        views.append((found, _view(found, columns.split(",") if at else [], numbers, names)))
    return views


def _view(kernel: Kernel, columns: List[str], numbers: List[str], texts: List[str]) -> View:
    if isinstance(kernel, kernels.TextKernel):
        if len(columns) != 1 or columns[0] not in texts:
            raise ModelFileError(f"a kernel on strings must name its one text column, got {columns}")
        k = texts.index(columns[0])
        return lambda x: Inputs(x.numbers[:, :0], [x.texts[k]])
    for column in columns:
        if not any(_holds(column, feature) for feature in numbers):
            raise ModelFileError(f"the model has no feature of the column '{column}', which a kernel looks at")
    places = [j for j, feature in enumerate(numbers) if not columns or any(_holds(c, feature) for c in columns)]
    return lambda x: Inputs(x.numbers[:, places])


def _holds(column: str, feature: str) -> bool:
    return feature == column or any(feature.startswith(column + mark) for mark in ("=", ">=", "#", ": "))


def read_kernels(parts: Parts) -> List[Tuple[str, str, float]]:
    """What learning found: the view and the set of tasks of each kernel, and its weight."""
    weights = parts.vector("kernel_weights")
    views, tasks = parts.strings("kernel_views"), parts.strings("kernel_tasks")
    if len(views) != len(weights) or len(tasks) != len(weights) or (weights < 0).any():
        raise ModelFileError("kernels must have a weight >= 0, a view and tasks each")
    return list(zip(views, tasks, weights.tolist()))


class Fourier(Kind):
    """f(x) = intercepts + [cos(a), sin(a)] / sqrt(m) @ weights, a = s(x) @ frequencies."""

    def __init__(self, info: Info, parts: Parts) -> None:
        super().__init__(info)
        tasks = len(info.tasks)
        self.frequencies = parts.matrix("frequencies", len(info.features))
        self.weights = parts.matrix("weights", 2 * self.frequencies.shape[1], tasks)
        self.intercepts = parts.vector("intercepts", tasks)
        self.structure = structure.read(parts, tasks)
        self.scaling = Scaling(parts, len(info.features), tasks)

    def _functions(self, x: Inputs, tasks: Optional[np.ndarray]) -> np.ndarray:
        def of(some: Inputs, piece: slice) -> np.ndarray:
            angles = self.scaling.apply(some).numbers @ self.frequencies
            phi = np.hstack([np.cos(angles), np.sin(angles)]) * (1 / np.sqrt(self.frequencies.shape[1]))
            return chosen(phi, self.weights, own(tasks, piece))

        level = self.intercepts if tasks is None else self.intercepts[tasks]
        return level + in_batches(x, len(self.weights), of)
