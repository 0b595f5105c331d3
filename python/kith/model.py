"""Models as users meet them."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import choosing, tensorfile
from .ask import ALL, Asked, Task
from .assemble import assemble
from .errors import ModelFileError, NotLearnedError, UnsupportedModelError
from .kinds import Kind
from .parts import Parts
from .prepare import Preparation
from .scaling import probability, untransformed
from .uncertainty import Uncertainty

MOST_MESSAGE = 500


def load(path: "str | os.PathLike[str]") -> "Model":
    """Read a model file.

    Raises
    ------
    ModelFileError
        If the file is missing, damaged, of an unknown version or no model.
    UnsupportedModelError
        If the model is whole, and predictions need what this package does not have.
    """
    try:
        return loads(tensorfile.content(path))
    except (ModelFileError, UnsupportedModelError) as error:
        raise type(error)(f"{path}: {str(error)[:MOST_MESSAGE]}") from error


def loads(content: bytes) -> "Model":
    """The same of the bytes of a file."""
    kind, parts = assemble(*tensorfile.parse(content))
    return Model(kind, parts, content)


class Model:
    """A trained model. Make one with :func:`load`."""

    def __init__(self, kind: Kind, parts: Parts, content: bytes) -> None:
        info = kind.info
        self._content = content
        self._kind = kind
        self._info = info
        self._prepared = Preparation(info.preparation, info.features) if info.preparation is not None else None
        self._known = Uncertainty(parts, kind)

    def __repr__(self) -> str:
        return f"<kith.Model {self._info.method}: {len(self.tasks)} tasks, {len(self.features)} features>"

    def __reduce__(self) -> Tuple[Any, ...]:
        """Copies and pickles are the file."""
        return loads, (self._content,)

    @property
    def info(self) -> Dict[str, Any]:
        """What the model says about itself: method, loss, lambda, parameters, objective, gap, data and so on."""
        return dict(self._info.members)

    @property
    def kind(self) -> str:
        return self._info.kind

    @property
    def tasks(self) -> List[str]:
        return list(self._info.tasks)

    @property
    def features(self) -> List[str]:
        """The numbers (and texts) the model computes with; made of :attr:`columns` where it prepares its rows."""
        return list(self._info.features)

    @property
    def columns(self) -> List[str]:
        """The columns that rows must have."""
        return list(self._prepared.columns if self._prepared else self._info.features)

    @property
    def classes(self) -> List[str]:
        """What is predicted, where that is classes; empty where it is numbers."""
        if self._info.shape == "classes":
            return self.tasks
        return list(self._info.choice.classes if self._info.choice else self._info.classes)

    @property
    def structure(self) -> Optional[np.ndarray]:
        """The matrix of ties between tasks, or None where the method has none."""
        return None if self._kind.structure is None else self._kind.structure.matrix()

    def neighbours(self, task: str, most: int = 5) -> List[Tuple[str, float]]:
        """The tasks most alike or most opposite to one, with their similarity from -1 to 1, strongest first."""
        t = self._info.place(task)
        if t is None:
            raise NotLearnedError(f"the model has no task '{task}'")
        if self._kind.structure is None:
            raise NotLearnedError(f"the method '{self._info.method}' has no structure between tasks")
        similar = self._kind.structure.similarities(t)
        strongest = sorted(range(len(similar)), key=lambda s: (-abs(similar[s]), s))
        return [(self._info.tasks[s], float(similar[s])) for s in strongest if s != t and similar[s] != 0][:most]

    def predict(self, rows: Any, task: Task = None, unknown: str = "error") -> np.ndarray:
        """Predictions, in the units of the labels; of classes their names.

        Parameters
        ----------
        rows : frame, mapping of columns, or two-dimensional array
            Columns are found by name; an array has them in the order of :attr:`columns`.
        task : str, sequence of str, or kith.ALL
            The task of all rows, one for each row, or all tasks. Left out, rows are asked as the model was trained: about
            the task that the task column names, about all tasks, or which class they are of.
        unknown : {"error", "missing", "common", "attributes"}
            What becomes of rows of tasks that the model does not have: they are refused, NaN (None for classes), or predicted
            by what all tasks have in common, or that and their own attributes, where a linear model kept it.

        Returns
        -------
        array
            A prediction for each row or, about all tasks, rows x tasks.
        """
        asked = self._ask(rows, task, unknown)
        if asked.scope == "classes":
            return np.array(self._info.tasks, object)[choosing.best(self._kind.values(asked.x))]
        if asked.scope == "choice":
            _require_no_common(unknown)
            chosen = choosing.chosen(self._info, self._questions(asked))
            names = np.array([*self.classes, None], object)
            return names[np.where(_strange(asked), -1, chosen)]
        return self._named(self._values(asked, unknown), asked)

    def values(self, rows: Any, task: Task = ALL, unknown: str = "error") -> np.ndarray:
        """Predictions of numbers and decision values of classes: above 0 for the second class, or for the class itself."""
        asked = self._ask(rows, task, unknown)
        if asked.scope in ("classes", "choice"):
            _require_no_common(unknown)
            return self._kind.values(asked.x) if asked.scope == "classes" else self._questions(asked)
        return self._values(asked, unknown)

    def predict_proba(self, rows: Any, task: Task = None, source: Optional[str] = None) -> np.ndarray:
        """Probabilities of the classes.

        Parameters
        ----------
        source : {"platt", "isotonic", "loss"}
            Curves learned from held-out labels, or the loss itself; left out, Platt's where the model was calibrated.

        Returns
        -------
        array
            Rows x classes, or rows x tasks x 2 about all tasks.
        """
        asked = self._ask(rows, task, "error")
        if asked.scope == "classes":
            return choosing.shares_of_best(self._probabilities(self._kind.values(asked.x), None, source))
        if asked.scope == "choice":
            values = self._questions(asked)
            first = np.zeros(len(values), int) if asked.places is None else asked.places
            yes = [self._probabilities(values[:, q], first + q, source) for q in range(values.shape[1])]
            return choosing.shares(self._info, np.stack(yes, axis=1))
        second = self._probabilities(self._values(asked), asked.places, source)
        return np.stack([1 - second, second], axis=-1)

    def predict_interval(
        self, rows: Any, level: float = 0.9, task: Task = None, source: Optional[str] = None, joint: bool = False
    ) -> Tuple[np.ndarray, np.ndarray]:
        """Bounds that a label keeps with probability ``level``, of models that were calibrated.

        Parameters
        ----------
        source : {"conformal", "gp"}
            Held-out errors, or the Gaussian-process view; left out, the former where there are enough.
        joint : bool
            Bounds that the labels of all tasks of a row keep together.

        Returns
        -------
        low, high : arrays
            In the shape of the predictions; NaN for classes.
        """
        if not 0 < level < 1:
            raise NotLearnedError(f"level must be a number > 0 and < 1, got {level}")
        asked = self._ask(rows, task, "error")
        if asked.scope in ("classes", "choice") or all(self._info.has_classes(t) for t in range(len(self.tasks))):
            raise NotLearnedError("intervals are for numbers; this model predicts classes")
        if joint and asked.scope != "all":
            raise NotLearnedError("joint intervals are for rows asked about all tasks: task=kith.ALL")
        half = self._half_widths(asked, level, source, joint)
        z = self._kind.values(asked.x, asked.places, transform=False)
        low, high = z - half, z + half
        if self._info.transform is not None:
            name = self._info.transform["labels"]
            low, high = untransformed(name, low), untransformed(name, high)
        numbers = np.array([not self._info.has_classes(t) for t in range(len(self.tasks))])
        kept = numbers if asked.places is None else numbers[asked.places]
        return np.where(kept, low, np.nan), np.where(kept, high, np.nan)

    def _half_widths(self, asked: Asked, level: float, source: Optional[str], joint: bool) -> np.ndarray:
        conformal, posterior = self._known.conformal, self._known.posterior
        if conformal is None:
            raise NotLearnedError("the model does not know how far its predictions miss: fit it with kith fit --calibrate")
        if source is None:
            source = "gp" if posterior is not None and not conformal.possible(level, joint) else "conformal"
        if source == "gp":
            return self._gaussian(asked, 1 - (1 - level) / len(self.tasks) if joint else level)
        if source != "conformal":
            raise NotLearnedError(f"source must be 'conformal' or 'gp', got '{source}'")
        if joint:
            half = conformal.joint_half_widths(level)
        else:
            half = conformal.half_widths(level, self._kind.structure, self._info.calibrated_tasks)
        if np.isinf(half).any():
            raise NotLearnedError(f"an interval at level {level} needs more held-out labels than there are; ask for a smaller one")
        return half if asked.places is None else half[asked.places]

    def _gaussian(self, asked: Asked, level: float) -> np.ndarray:
        posterior = self._known.posterior
        if posterior is None:
            raise NotLearnedError("the model has no Gaussian-process view; take conformal intervals")
        if asked.places is not None:
            return posterior.half_widths(asked.x, asked.places, level)
        count = asked.x.rows
        columns = [posterior.half_widths(asked.x, np.full(count, t), level) for t in range(len(self.tasks))]
        return np.stack(columns, axis=1)

    def _ask(self, rows: Any, task: Task, unknown: str) -> Asked:
        return Asked(self._info, self._prepared, self._kind.text_features, rows, task, unknown)

    def _values(self, asked: Asked, unknown: str = "error") -> np.ndarray:
        if asked.places is None:
            return self._kind.values(asked.x)
        kind = self._kind.treating(unknown)
        values = kind.values(asked.x, np.maximum(asked.places, 0))
        strange = _strange(asked)
        if unknown not in ("common", "attributes") or not strange.any():
            return np.where(strange, np.nan, values)
        common = kind.common(asked.x, unknown == "attributes")
        if common is None:
            raise NotLearnedError("the model has nothing its tasks have in common here, by which others could be predicted")
        return np.where(strange, common, values)

    def _questions(self, asked: Asked) -> np.ndarray:
        """Decision values of the questions of each row's own part."""
        count = self._info.choice.questions if self._info.choice else 1
        values = self._kind.values(asked.x)
        first = np.zeros(asked.x.rows, int) if asked.places is None else np.maximum(asked.places, 0)
        own = np.take_along_axis(values, first[:, None] + np.arange(count), axis=1)
        return np.where(_strange(asked)[:, None], np.nan, own)

    def _named(self, values: np.ndarray, asked: Asked) -> np.ndarray:
        """Classes by name where tasks have them."""
        if not self._info.classes:
            return values
        categorical = np.array([self._info.has_classes(t) for t in range(len(self.tasks))])
        here = np.broadcast_to(categorical if asked.places is None else categorical[asked.places], values.shape)
        names = np.where(values >= 0, self._info.classes[1], self._info.classes[0]).astype(object)
        named = np.where(here, names, values.astype(object))
        named[np.isnan(values) & here] = None
        return named

    def _probabilities(self, values: np.ndarray, places: Optional[np.ndarray], source: Optional[str]) -> np.ndarray:
        """Of the second class; the task of an entry is its place, or its column."""
        curves = self._known.curves
        if source not in (None, "platt", "isotonic", "loss"):
            raise NotLearnedError(f"source must be 'platt', 'isotonic' or 'loss', got '{source}'")
        if source in ("platt", "isotonic") and curves is None:
            raise NotLearnedError("the model was not calibrated: fit it again with kith fit --calibrate")
        of = np.broadcast_to(np.arange(len(self.tasks)) if places is None else places, values.shape)
        found = np.full(values.shape, np.nan)
        for t in np.unique(of):
            if not self._info.has_classes(t):
                continue
            here = of == t
            use = curves if source != "loss" else None
            own = use.at(t, values[here], source == "isotonic") if use else probability(self._info, t, values[here])
            if own is None:
                raise NotLearnedError(f"the {self._info.loss_of(t)} loss makes no probabilities: fit with kith fit --calibrate")
            found[here] = own
        if np.isnan(found).all() and found.size:
            raise NotLearnedError("probabilities are for classes; this model predicts numbers")
        return found


def _strange(asked: Asked) -> np.ndarray:
    """Rows of tasks that the model does not have."""
    return np.zeros(asked.x.rows, bool) if asked.places is None else asked.places < 0


def _require_no_common(unknown: str) -> None:
    if unknown in ("common", "attributes"):
        raise NotLearnedError("a choice among classes in an unknown task is not predicted here: use kith predict --unknown common")
