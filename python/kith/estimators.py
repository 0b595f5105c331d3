"""Estimators in the style of scikit-learn: they are fitted by the command line and predict in this process."""

from __future__ import annotations

import datetime
from inspect import signature
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import command as commands
from .ask import ALL
from .errors import RowsError

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_array, check_consistent_length, check_is_fitted, column_or_1d
except ImportError as missing:  # pragma: no cover - the reader needs numpy alone
    raise ImportError("KithRegressor and KithClassifier need scikit-learn; reading and predicting do not") from missing

#: What check_array calls it: the name changed in scikit-learn 1.6.
_FINITE = "ensure_all_finite" if "ensure_all_finite" in signature(check_array).parameters else "force_all_finite"

TASK, TARGET = "kith task", "kith target"


class _Estimator(BaseEstimator):
    """What both kinds share: rows to files, files to rows."""

    def __init__(
        self,
        method: str = "mean",
        *,
        task: Union[None, str, int] = None,
        lambda_: Union[str, float] = "auto",
        kernel: Union[None, str, Sequence[str]] = None,
        loss: Optional[str] = None,
        seed: int = 1,
        unknown: str = "error",
        options: Optional[Dict[str, Any]] = None,
        command: Optional[str] = None,
    ) -> None:
        self.method = method
        self.task = task
        self.lambda_ = lambda_
        self.kernel = kernel
        self.loss = loss
        self.seed = seed
        self.unknown = unknown
        self.options = options
        self.command = command

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def _more_tags(self) -> Dict[str, Any]:  # scikit-learn before 1.6
        return {"allow_nan": True}

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.6 and newer
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _learn(self, x: Any, groups: Any, targets: Dict[str, np.ndarray], more: Dict[str, Any]) -> None:
        columns, tasks, kinds = self._table(x, groups, fitting=True)
        taken = {TASK, *targets} & set(columns)
        if taken:
            raise RowsError(f"columns must not be called {', '.join(sorted(taken))}")
        if tasks is not None:
            more["task"] = TASK
            columns = {TASK: tasks, **columns}
        asked = {"method": self.method, "lambda": self.lambda_, "kernel": self.kernel, "loss": self.loss, "seed": self.seed}
        self.has_tasks_ = tasks is not None
        self.model_ = commands.fit({**columns, **targets}, self.command, **{**asked, **kinds, **more, **(self.options or {})})

    def _rows(self, x: Any, groups: Any) -> Tuple[Dict[str, np.ndarray], Optional[np.ndarray]]:
        """Columns, and the task of each row."""
        check_is_fitted(self, "model_")
        columns, tasks, _ = self._table(x, groups, fitting=False)
        if self.has_tasks_ and tasks is None:
            raise RowsError("the model was fitted with tasks: rows must say theirs, by groups= or the column task=")
        return columns, tasks if self.has_tasks_ else None

    def _table(self, x: Any, groups: Any, fitting: bool) -> Tuple[Dict[str, np.ndarray], Optional[np.ndarray], Dict[str, Any]]:
        """The columns that are learned from, the task of each row, and what the command line is told of them."""
        if hasattr(x, "columns") and hasattr(x, "iloc"):
            columns, kinds = _of_frame(x)
        else:
            values = check_array(x, dtype=None if self.task is not None else "numeric", **{_FINITE: "allow-nan"})
            columns, kinds = {f"x{j}": values[:, j] for j in range(values.shape[1])}, {}
        self._require_width(len(columns), list(columns), fitting, named=hasattr(x, "columns"))
        if groups is None and self.task is not None:
            name = list(columns)[self.task] if isinstance(self.task, int) else self.task
            if name not in columns:
                raise RowsError(f"there is no column '{name}' that says the task")
            groups = columns.pop(name)
            kinds = {kind: [column for column in names if column != name] for kind, names in kinds.items()}
            if not hasattr(x, "columns"):
                columns = {key: column.astype(float) for key, column in columns.items()}
        kinds = {kind: names for kind, names in kinds.items() if names}
        if groups is None:
            return columns, None, kinds
        tasks = np.array([str(one) for one in column_or_1d(np.asarray(groups, object))], object)
        check_consistent_length(x, tasks)
        return columns, tasks, kinds

    def _require_width(self, width: int, names: List[str], fitting: bool, named: bool) -> None:
        if fitting:
            self.n_features_in_ = width
            if named:
                self.feature_names_in_ = np.array(names, object)
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
        elif width != self.n_features_in_ and not named:
            raise ValueError(
                f"X has {width} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input"
            )


class KithRegressor(RegressorMixin, _Estimator):
    """Numbers of one task, of many tasks (``groups=`` or ``task=``), or several outputs at once.

    Parameters
    ----------
    method : str
        As ``kith fit --method`` takes it.
    task : str or int, optional
        The column of X that says which task a row belongs to; for pipelines and searches, which pass no groups on.
    lambda_, kernel, loss, seed
        As the command line takes them.
    unknown : {"error", "missing", "common", "attributes"}
        What becomes of rows of tasks that were not in the fit, see :meth:`kith.Model.predict`.
    options : dict, optional
        More options of ``kith fit``, for example ``{"calibrate": True}``.
    command : str, optional
        The program, where it is not ``kith`` on the PATH.
    """

    def fit(self, X: Any, y: Any, groups: Any = None) -> "KithRegressor":
        """Train on rows; ``groups`` names the task of each."""
        labels = check_array(y, ensure_2d=False, dtype="numeric") if y is not None else _no_labels()
        check_consistent_length(X, labels)
        _require_rows(len(labels))
        if labels.ndim == 1:
            targets, more = {TARGET: labels.astype(float)}, {"targets": TARGET}
        else:
            targets = {f"{TARGET} {k}": labels[:, k].astype(float) for k in range(labels.shape[1])}
            more = {"targets": ",".join(targets)}
        if groups is not None or self.task is not None:
            if len(targets) > 1:
                raise RowsError("rows of several tasks must have one label each")
            more = {"target": TARGET}
        self.n_outputs_ = len(targets)
        self._learn(X, groups, targets, more)
        self.one_dimension_ = labels.ndim == 1
        return self

    def predict(self, X: Any, groups: Any = None) -> np.ndarray:
        """Predictions in the units of the labels."""
        columns, tasks = self._rows(X, groups)
        found = self.model_.predict(columns, ALL if tasks is None else tasks, self.unknown).astype(float)
        return found.ravel() if tasks is None and self.one_dimension_ else found

    def predict_interval(self, X: Any, level: float = 0.9, groups: Any = None) -> Tuple[np.ndarray, np.ndarray]:
        """Bounds that labels keep; for models fitted with ``options={"calibrate": True}``."""
        columns, tasks = self._rows(X, groups)
        low, high = self.model_.predict_interval(columns, level, ALL if tasks is None else tasks)
        return (low.ravel(), high.ravel()) if tasks is None and self.one_dimension_ else (low, high)

    def score(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> float:
        """R^2."""
        from sklearn.metrics import r2_score

        return r2_score(y, self.predict(X, groups), sample_weight=sample_weight)

    def _more_tags(self) -> Dict[str, Any]:
        return {**super()._more_tags(), "multioutput": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags


class KithClassifier(ClassifierMixin, _Estimator):
    """Two classes or more, of one task or of many. Parameters as of :class:`KithRegressor`."""

    def fit(self, X: Any, y: Any, groups: Any = None) -> "KithClassifier":
        """Train on rows; ``groups`` names the task of each."""
        if y is None:
            _no_labels()
        labels = column_or_1d(y, warn=True)
        check_classification_targets(labels)
        check_consistent_length(X, labels)
        _require_rows(len(labels))
        self.classes_, places = np.unique(labels, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"labels must be of two classes or more, got 1 class: {self.classes_}")
        coded = np.array([_code(place) for place in places], object)
        in_tasks = groups is not None or self.task is not None
        if len(self.classes_) == 2:
            more = {"target": TARGET} if in_tasks else {"targets": TARGET}
        else:
            more = {"classes": TARGET}
        self._learn(X, groups, {TARGET: coded}, more)
        return self

    def predict(self, X: Any, groups: Any = None) -> np.ndarray:
        """The class of each row."""
        columns, tasks = self._rows(X, groups)
        named = self.model_.predict(columns, tasks, self.unknown).ravel()
        return self.classes_[[int(name[1:]) for name in named]]

    def predict_proba(self, X: Any, groups: Any = None) -> np.ndarray:
        """Rows x classes, in the order of ``classes_``."""
        columns, tasks = self._rows(X, groups)
        found = self.model_.predict_proba(columns, tasks)
        found = found.reshape(len(found), -1)
        order = [self.model_.classes.index(_code(c)) for c in range(len(self.classes_))]
        return found[:, order]

    def score(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> float:
        """The share of rows whose class is predicted."""
        from sklearn.metrics import accuracy_score

        return accuracy_score(y, self.predict(X, groups), sample_weight=sample_weight)


def _code(place: int) -> str:
    """What a class is called in files; names sort as the classes do."""
    return f"c{place:06d}"


def _of_frame(frame: Any) -> Tuple[Dict[str, np.ndarray], Dict[str, List[str]]]:
    """Columns by name, and which are texts or dates."""
    columns: Dict[str, np.ndarray] = {}
    kinds: Dict[str, List[str]] = {"categorical": [], "date": []}
    for name in frame.columns:
        values = frame[name].to_numpy()
        columns[str(name)] = values
        dated = values.dtype.kind == "O" and any(isinstance(value, datetime.date) for value in values)
        if dated or values.dtype.kind == "M":
            kinds["date"].append(str(name))
        elif values.dtype.kind == "f" and np.isinf(values).any():
            raise ValueError(f"column '{name}' must be finite numbers, got infinity")
        elif values.dtype.kind == "O" and any(isinstance(value, str) for value in values):
            kinds["categorical"].append(str(name))
    return columns, kinds


def _require_rows(count: int) -> None:
    if count < 2:
        raise ValueError(f"two rows or more are needed, got n_samples = {count}")


def _no_labels() -> np.ndarray:
    raise ValueError("requires y to be passed, but the target y is None")
