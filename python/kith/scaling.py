"""The units of a fit, and from the values of fitted functions to predictions."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from .errors import ModelFileError
from .info import JOINT, Info
from .inputs import Inputs
from .parts import Parts

FARTHEST = 700.0

#: In place of tasks: what all have in common.
COMMON = np.array(-1)
TRANSFORMS = ("log", "log1p", "sqrt")


class Scaling:
    """``(x - mean) / scale`` of features; labels in the other direction."""

    def __init__(self, parts: Parts, features: Optional[int], tasks: int) -> None:
        self.mean = parts.vector("feature_mean", features)
        self.scale = parts.scale("feature_scale", len(self.mean))
        self.label_mean = parts.vector("label_mean", tasks)
        self.label_scale = parts.scale("label_scale", tasks)

    def apply(self, x: Inputs) -> Inputs:
        if x.numbers.shape[1] == 0:
            return x
        return Inputs((x.numbers - self.mean) / self.scale, x.texts)


def require_transform(transform: Optional[Dict[str, Any]], tasks: int) -> None:
    """Refuses a transform of labels that is not one."""
    if transform is None:
        return
    if set(transform) != {"labels", "common", "corrections"}:
        raise ModelFileError("the labels' transform must have labels, common and corrections, and nothing else")
    name, all_of_them = transform["labels"], [transform["common"], transform["corrections"]]
    if name not in TRANSFORMS:
        raise ModelFileError(
            f"the labels' transform must be {', '.join(TRANSFORMS)}, got '{name}'; another may be one of a newer version"
        )
    numbers = [all_of_them[0], *all_of_them[1]] if isinstance(all_of_them[1], list) else [None]
    plain = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in numbers)
    if not plain or len(numbers) != 1 + tasks or (name != "sqrt" and not all(one > 0 for one in numbers)):
        raise ModelFileError("the labels' transform must have a finite correction for each task, > 0 where it is a factor")


def untransformed(name: str, z: np.ndarray) -> np.ndarray:
    """The labels that are transformed to z, the least there are where none are."""
    if name == "log":
        return np.exp(z)
    return np.expm1(np.maximum(0, z)) if name == "log1p" else np.maximum(0, z) ** 2


def _means(name: str, z: np.ndarray, correction: np.ndarray) -> np.ndarray:
    if name == "log":
        return correction * np.exp(z)
    if name == "log1p":
        return np.maximum(0, correction * np.expm1(z) + (correction - 1))
    return np.maximum(0, np.maximum(0, z) ** 2 + correction)


def predictions(z: np.ndarray, info: Info, tasks: Optional[np.ndarray] = None, transform: bool = True) -> np.ndarray:
    """Predictions behind values of the fitted functions.

    Parameters
    ----------
    z : array
        Rows x tasks or, with ``tasks``, a number for each row.
    transform : bool
        Whether labels that were learned transformed are taken back.
    """
    if info.loss in JOINT:
        return _decisions(z, info)
    if info.transform is not None:
        corrections = np.asarray([*info.transform["corrections"], info.transform["common"]], float)
        own = corrections[:-1] if tasks is None else corrections[tasks]
        return _means(info.transform["labels"], z, own) if transform else z
    if info.loss != "mixed":
        return np.exp(np.clip(z, -FARTHEST, FARTHEST)) if info.loss == "poisson" else z
    counts = np.array([info.loss_of(t) == "poisson" for t in range(len(info.tasks))])
    own = counts if tasks is None else counts[tasks]
    return np.where(own, np.exp(np.clip(z, -FARTHEST, FARTHEST)), z)


def _decisions(z: np.ndarray, info: Info) -> np.ndarray:
    """Of each class against all others together, or against the next best."""
    together = info.choice.questions if info.choice else z.shape[1]
    blocks = z.reshape(-1, together)
    decided = np.empty_like(blocks)
    for k in range(together):
        others = np.delete(blocks, k, axis=1)
        top = others.max(axis=1) if together > 1 else np.full(len(blocks), -np.inf)
        decided[:, k] = blocks[:, k] - top
        if info.loss == "softmax":
            decided[:, k] -= np.log(np.exp(others - top[:, None]).sum(axis=1))
    return decided.reshape(z.shape)


def probability(info: Info, task: int, decision: np.ndarray) -> Optional[np.ndarray]:
    """The probability of the second class where the loss makes decisions probabilities."""
    if info.kind == "constrained" or info.loss_of(task) not in ("logistic", "softmax"):
        return None
    return sigmoid(decision)


def sigmoid(z: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-z))
