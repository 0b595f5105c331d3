"""Models that are made of others: decoded outputs, coded classes, ensembles, trees before another method."""

from __future__ import annotations

from typing import Callable, Dict, Optional

import numpy as np

from . import formulas, sets
from .errors import ModelFileError, UnsupportedModelError
from .info import Info
from .inputs import Inputs
from .kinds import Kind
from .parts import Parts
from .structure import Dense
from .trees import Trees

#: Reads a part of a model: its description's name, and where from.
ReadPart = Callable[[Parts, str], Kind]

FLOOR = 1e-3


class Coded(Kind):
    """f_c(x) = 1 + 4 (base(x) . L_c - |L_c|^2 / 2 - N / 2) / D."""

    def __init__(self, info: Info, parts: Parts, part: ReadPart) -> None:
        super().__init__(info)
        parts.text("coding")
        codes = parts.matrix("codes", None, len(info.tasks))
        self.base = part(parts, "base")
        _require_part(self.base, info, tasks=len(codes))
        self.text_features = self.base.text_features
        squares = (codes**2).sum(axis=0)
        count = codes.shape[1]
        pairs = [((codes[:, c] - codes[:, k]) ** 2).sum() for c in range(count) for k in range(c)]
        if not pairs or not min(pairs) > 0:
            raise ModelFileError("codes must be of two classes or more, and differ")
        factor = 4 / (sum(pairs) / len(pairs))
        self.slopes = codes * factor
        self.offsets = 1 - factor * (squares / 2 + squares.mean() / 2)
        if self.base.structure is not None:
            ties = codes.T @ self.base.structure.matrix() @ codes
            self.structure = Dense((ties + ties.T) / 2)

    def values(self, x: Inputs, tasks: Optional[np.ndarray] = None, transform: bool = True) -> np.ndarray:
        scores = self.base.values(x) @ self.slopes + self.offsets
        return scores if tasks is None else scores[np.arange(x.rows), tasks]


class Ensemble(Kind):
    """f_t(x) = sum over parts k of weights[k, t] f_kt(x)."""

    def __init__(self, info: Info, parts: Parts, part: ReadPart) -> None:
        super().__init__(info)
        self.weights = parts.matrix("ensemble_weights", None, len(info.tasks))
        self.common = parts.vector("ensemble_common", len(self.weights))
        sums = np.append(self.weights.sum(axis=0), self.common.sum())
        if len(self.weights) == 0 or (self.weights < 0).any() or not (np.abs(sums - 1) <= 1e-9).all():
            raise ModelFileError("weights of an ensemble must be >= 0 and sum to 1 in each task")
        self.parts = [part(parts, f"part_{k}") for k in range(len(self.weights))]
        for one in self.parts:
            _require_part(one, info, info.features, len(info.tasks), ("ensemble", "constrained", "coded"))
        self.text_features = self.parts[0].text_features

    def values(self, x: Inputs, tasks: Optional[np.ndarray] = None, transform: bool = True) -> np.ndarray:
        sums = [
            (weights if tasks is None else weights[tasks]) * part.values(x, tasks)
            for weights, part in zip(self.weights, self.parts)
        ]
        return sum(sums[1:], sums[0])


class TreeFeature(Kind):
    """f_t(x) = base_t(x, trees_t(x))."""

    def __init__(self, info: Info, parts: Parts, part: ReadPart) -> None:
        super().__init__(info)
        self.trees = part(parts, "trees")
        if not isinstance(self.trees, Trees):
            raise ModelFileError(f"the model 'trees' must be of boosted trees, got {self.trees.info.method}")
        self.base = part(parts, "base")
        count = len(info.tasks)
        _require_part(self.trees, info, info.features, count)
        _require_part(self.base, info, [*info.features, "boosted"], count, ("tree-feature", "coded", "constrained"))
        self.structure = self.base.structure

    def values(self, x: Inputs, tasks: Optional[np.ndarray] = None, transform: bool = True) -> np.ndarray:
        if tasks is None:
            columns = [self.values(x, np.full(x.rows, t)) for t in range(len(self.info.tasks))]
            return np.stack(columns, axis=1)
        more = self.trees.values(x, tasks)
        return self.base.values(Inputs(np.column_stack([x.numbers, more])), tasks)


class Constrained(Kind):
    """The outputs in a set that fit the scores of a base model best."""

    def __init__(self, info: Info, parts: Parts, part: ReadPart) -> None:
        super().__init__(info)
        tasks = len(info.tasks)
        self.decoder = parts.text("decoder").replace("common-moments", "moments")
        self.relaxation = _relaxation(parts.text("relaxation"), parts.text("relaxation_size"))
        if self.decoder == "parametric":
            self._read_formulas(parts, part)
            return
        if self.decoder not in ("predictions", "moments", "loss"):
            raise UnsupportedModelError(f"the decoder '{self.decoder}' is not supported here: predict with kith")
        self.set = sets.read(parts, info.tasks)
        scores = {"predictions": tasks, "moments": 2 * tasks}
        if self.decoder == "loss":
            scores["loss"] = self._read_losses(parts, tasks)
        name = "decoder_weights" if self.decoder == "predictions" else "decoder_confidence"
        self.usual = parts.scale(name, tasks)
        self.base = part(parts, "base")
        _require_part(self.base, info, info.features, scores[self.decoder], ("constrained",))
        self.text_features = self.base.text_features
        self.structure = self.base.structure if self.decoder == "predictions" else None

    def _read_formulas(self, parts: Parts, part: ReadPart) -> None:
        """Nothing is searched for: the formulas are points of the set, whatever it is."""
        parts.text("constraint")
        for name in [name for name in parts.tensors if name.startswith("constraint_")]:
            parts.matrix(name)
        self.formulas = formulas.Parametrisation(parts.text("parametrisation"), len(self.info.tasks))
        self.base = part(parts, "base")
        _require_part(self.base, self.info, self.info.features, self.formulas.parameters, ("constrained",))
        self.text_features = self.base.text_features

    def _read_losses(self, parts: Parts, tasks: int) -> int:
        columns = parts.matrix("decoder_columns", 2)
        self.task_of, self.labels = columns
        steps = np.diff(self.task_of, prepend=0.0)
        right = columns.shape[1] > 0 and np.isin(steps, (0, 1)).all() and self.task_of[0] == 0 and self.task_of[-1] == tasks - 1
        if not right:
            raise ModelFileError(f"columns of the decoder must speak of all {tasks} tasks, in order")
        if not isinstance(self.set, sets.Finite) or self.info.loss not in LOSSES or self.relaxation:
            raise UnsupportedModelError(
                f"outputs that obey '{self.info.parameters.get('constraint', 'this set')}' with the loss "
                f"{self.info.loss} are found by a search that this package does not have: predict with kith"
            )
        return columns.shape[1]

    def values(self, x: Inputs, tasks: Optional[np.ndarray] = None, transform: bool = True) -> np.ndarray:
        scores = self.base.values(x)
        decode = {"loss": self._by_losses, "parametric": self._by_formulas}.get(self.decoder, self._by_squares)
        decoded = decode(scores)
        return decoded if tasks is None else decoded[np.arange(x.rows), tasks]

    def _by_formulas(self, scores: np.ndarray) -> np.ndarray:
        return self.formulas.points(scores)

    def _by_squares(self, scores: np.ndarray) -> np.ndarray:
        if self.decoder == "predictions":
            points, weights = scores, np.broadcast_to(self.usual, scores.shape)
        else:
            count = len(self.info.tasks)
            weights = np.maximum(scores[:, :count], FLOOR * self.usual)
            points = scores[:, count:] / weights
        if not self.relaxation:
            return self.set.project(points, weights)
        pull = weights.mean(axis=1, keepdims=True) / self.relaxation
        onto = self.set.project(points, weights * pull / (weights + pull))
        return (weights * points + pull * onto) / (weights + pull)

    def _by_losses(self, scores: np.ndarray) -> np.ndarray:
        members = self.set.members
        best = [members[np.argmin([self._cost(row, member) for member in members])] for row in scores]
        return np.array(best).reshape(len(scores), members.shape[1])

    def _cost(self, scores: np.ndarray, c: np.ndarray) -> float:
        total = 0.0
        for t, output in enumerate(c):
            of_task = self.task_of == t
            labels, own = self.labels[of_task], scores[of_task]
            inside = min(max(output, labels.min()), labels.max())
            weight = max(own.sum(), FLOOR * self.usual[t])
            total += weight * (output - inside) ** 2 + own @ LOSSES[self.info.loss](labels, inside)
        return total


#: loss(y, z) by name.
LOSSES: Dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "squared": lambda y, z: (y - z) ** 2,
    "absolute": lambda y, z: np.abs(y - z),
    "hinge": lambda y, z: np.maximum(0, 1 - y * z),
    "squared-hinge": lambda y, z: np.maximum(0, 1 - y * z) ** 2,
    "logistic": lambda y, z: np.logaddexp(0, -y * z),
}


def _relaxation(kind: str, size: str) -> float:
    """mu of perturbed outputs; 0 where outputs are members."""
    try:
        number = float(size)
    except ValueError as error:
        raise ModelFileError(f"relaxation_size must be a number, got '{size}'") from error
    if kind == "none" and number == 0:
        return 0.0
    if kind == "perturbed" and 0 < number < np.inf:
        return number
    if kind == "robust" and 0 < number < np.inf:
        raise UnsupportedModelError("robust outputs are found by a search that this package does not have: predict with kith")
    raise ModelFileError(f"unknown relaxation '{kind}' of size {size}")


def _require_part(part: Kind, info: Info, features: Optional[list] = None, tasks: int = 0, not_of: tuple = ()) -> None:
    wrong = part.info.features != (features or info.features) or len(part.info.tasks) != tasks
    if wrong or part.info.kind in not_of:
        raise ModelFileError(f"a part of kind '{part.info.kind}' does not fit a model of kind '{info.kind}'")
