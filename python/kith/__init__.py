"""Kith in Python: read and predict with ``.kith`` files, and fit them with the command line.

>>> model = kith.load("m.kith")           # doctest: +SKIP
>>> model.predict(frame)                  # doctest: +SKIP
>>> model.predict_interval(frame, 0.9)    # doctest: +SKIP
"""

from .ask import ALL
from .errors import CommandError, KithError, ModelFileError, NotLearnedError, RowsError, UnsupportedModelError
from .model import Model, load, loads

__version__ = "0.1.0.dev0"

__all__ = [
    "ALL",
    "CommandError",
    "KithError",
    "Model",
    "ModelFileError",
    "NotLearnedError",
    "RowsError",
    "UnsupportedModelError",
    "load",
    "loads",
]
