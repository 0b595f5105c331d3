"""Kith in Python: read and predict with ``.kith`` files, and fit them with the command line.

>>> model = kith.load("m.kith")           # doctest: +SKIP
>>> model.predict(frame)                  # doctest: +SKIP
>>> model.predict_interval(frame, 0.9)    # doctest: +SKIP
"""

from typing import Any

from .ask import ALL
from .command import compare, fit
from .errors import CommandError, KithError, ModelFileError, NotLearnedError, RowsError, UnsupportedModelError
from .model import Model, load, loads

__version__ = "0.1.0.dev0"

__all__ = [
    "ALL",
    "CommandError",
    "KithClassifier",
    "KithError",
    "KithRegressor",
    "Model",
    "ModelFileError",
    "NotLearnedError",
    "RowsError",
    "UnsupportedModelError",
    "compare",
    "fit",
    "load",
    "loads",
]


def __getattr__(name: str) -> Any:
    """The estimators, which need scikit-learn; nothing else does."""
    if name in ("KithClassifier", "KithRegressor"):
        from . import estimators

        return getattr(estimators, name)
    raise AttributeError(f"module 'kith' has no attribute '{name}'")
