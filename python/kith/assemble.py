"""From a description and tensors to a model."""

from __future__ import annotations

from typing import Dict, Tuple

import numpy as np

from . import composed, kinds, scaling
from .crossed import Crossed
from .errors import KithError, ModelFileError
from .info import Info
from .kinds import Kind
from .nodes import Nodes
from .parts import Parts
from .tensorfile import json_object
from .trees import Trees

FORMULAS = {
    "linear": kinds.Linear,
    "kernel": kinds.OfKernel,
    "kernel-sum": kinds.OfKernel,
    "fourier": kinds.Fourier,
    "nodes": Nodes,
    "trees": Trees,
}
COMPOSED = {
    "constrained": composed.Constrained,
    "coded": composed.Coded,
    "ensemble": composed.Ensemble,
    "tree-feature": composed.TreeFeature,
    "crossed": Crossed,
}
MOST_NESTED = 3


def assemble(description: str, tensors: Dict[str, np.ndarray]) -> Tuple[Kind, Parts]:
    """The model, and the optional parts that are left."""
    try:
        return _assemble(description, tensors, MOST_NESTED)
    except (ValueError, IndexError, KeyError, TypeError, ArithmeticError, np.linalg.LinAlgError, RecursionError, MemoryError) as error:
        if isinstance(error, KithError):
            raise
        raise ModelFileError(f"parts of the model do not fit together: {error}") from error


def _assemble(description: str, tensors: Dict[str, np.ndarray], left: int) -> Tuple[Kind, Parts]:
    if left == 0:
        raise ModelFileError(f"models must not be made of others more than {MOST_NESTED - 1} deep")
    info = Info(json_object("model", description))
    scaling.require_transform(info.transform, len(info.tasks))
    parts = Parts(info.texts, tensors)

    def part(whole: Parts, name: str) -> Kind:
        return _assemble(*whole.under(name), left - 1)[0]

    if info.kind in FORMULAS:
        model: Kind = FORMULAS[info.kind](info, parts)
    elif info.kind in COMPOSED:
        model = COMPOSED[info.kind](info, parts, part)
    else:
        raise ModelFileError(f"unknown kind of model '{info.kind}'; a newer package may know it")
    parts.done()
    return model, parts
