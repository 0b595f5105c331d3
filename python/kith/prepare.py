"""From columns of a table to the features of a model: the steps that its file declares, carried out."""

from __future__ import annotations

import datetime
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import dates
from .errors import ModelFileError, RowsError
from .inputs import Inputs
from .maps import place_of
from .strings import units
from .table import Table

VERSION = 2
_COUNTS = {"missing": int, "rows": int}
_FILLING = {"fill": (int, float), "fillWithin": dict, "flagged": bool, **_COUNTS}
_KINDS: Dict[str, Dict[str, Any]] = {
    "number": _FILLING,
    "truth": _FILLING,
    "category": {"levels": list, "other": bool, "flagged": bool, "usual": str, "rare": int, **_COUNTS},
    "omitted": {},
    "date": {"way": str, "parts": list, "means": list, **_FILLING},
    "ordered": {"levels": list, "steps": list, "usual": str, "flagged": bool, "unknown": int, **_COUNTS},
    "hashed": {"bits": int, "flagged": bool, "values": int, **_COUNTS},
    "drawn": {"outcomes": list, "levels": list, "means": list, "absent": list, "strength": list, **_COUNTS},
}


class Preparation:
    """The steps of a model, one for each column.

    Attributes
    ----------
    columns : list of str
        The columns that are read, in order.
    """

    def __init__(self, declared: Dict[str, Any], features: List[str]) -> None:
        if set(declared) != {"version", "impute", "missing", "steps"} or not isinstance(declared["steps"], list):
            raise ModelFileError("the preparation must have version, impute, missing and steps, and nothing else")
        if not isinstance(declared["version"], int) or declared["version"] > VERSION:
            raise ModelFileError(
                f"the model prepares its rows in version {declared['version']} of that language, this package knows "
                f"{VERSION}; use a newer one"
            )
        self.steps = [_checked(step) for step in declared["steps"]]
        self.impute = declared["impute"] is True
        self.missing: List[str] = list(declared["missing"])
        self.columns = [step["column"] for step in self.steps if step["kind"] != "omitted"]
        made = [name for step in self.steps for name in step["features"]]
        if made != features:
            raise ModelFileError(f"the preparation makes {made}, the model has the features {features}")

    def apply(self, table: Table, tasks: Optional[Sequence[Optional[str]]]) -> Inputs:
        """The features of rows; ``tasks`` names the task of each, where that is known."""
        pieces = [np.zeros((table.rows, 0))]
        for step in self.steps:
            if step["kind"] != "omitted":
                pieces.append(_MAKERS[step["kind"]](self, step, table, tasks))
                if pieces[-1].shape[1] != len(step["features"]):
                    raise ModelFileError(f"the preparation of column '{step['column']}' does not make {step['features']}")
        return Inputs(np.hstack(pieces))

    def _complete(self, column: str, absent: np.ndarray) -> None:
        if not self.impute and absent.any():
            row = int(np.argmax(absent))
            raise RowsError(f"row {row}, column '{column}': is missing, and the model was fitted to complete rows")

    def _numbers(self, step: Dict[str, Any], table: Table, tasks: Optional[Sequence[Optional[str]]]) -> np.ndarray:
        values = table.numbers(step["column"], self.missing)
        absent = np.isnan(values)
        self._complete(step["column"], absent)
        filled = np.where(absent, _fill(step, table.rows, tasks), values)
        return np.column_stack([filled, absent]) if step["flagged"] else filled[:, None]

    def _texts(self, step: Dict[str, Any], table: Table) -> List[Optional[str]]:
        texts = table.texts(step["column"], self.missing)
        self._complete(step["column"], np.array([text is None for text in texts], bool))
        return texts

    def _category(self, step: Dict[str, Any], table: Table, tasks: Any) -> np.ndarray:
        texts = self._texts(step, table)
        levels = step["levels"]
        place = {level: k for k, level in enumerate(levels)}
        unknown = len(levels) if step["other"] else place.get("other", -1)
        absent = len(levels) + step["other"] if step["flagged"] else place[step["usual"]]
        return _indicators([absent if t is None else place.get(t, unknown) for t in texts], len(step["features"]))

    def _hashed(self, step: Dict[str, Any], table: Table, tasks: Any) -> np.ndarray:
        bits = step["bits"]
        absent = 1 << bits if step["flagged"] else -1
        texts = self._texts(step, table)
        places = {text: place_of(units(text), bits)[0] for text in {t for t in texts if t is not None}}
        return _indicators([places.get(text, absent) for text in texts], (1 << bits) + step["flagged"])

    def _ordered(self, step: Dict[str, Any], table: Table, tasks: Any) -> np.ndarray:
        levels = step["levels"]
        heights = np.array([levels.index(level) for level in step["steps"]])
        texts = self._texts(step, table)
        unknown = np.array([t is None or t not in levels for t in texts], bool)
        if not self.impute and unknown.any():
            row = int(np.argmax(unknown))
            raise RowsError(f"row {row}, column '{step['column']}': \"{texts[row]}\" is none of the levels {' < '.join(levels)}")
        height = np.array([levels.index(step["usual"] if u else t) for t, u in zip(texts, unknown)], int)
        steps = (height[:, None] >= heights[None, :]).astype(float).reshape(len(texts), len(heights))
        return np.column_stack([steps, unknown]) if step["flagged"] else steps

    def _drawn(self, step: Dict[str, Any], table: Table, tasks: Any) -> np.ndarray:
        width = max(1, len(step["outcomes"]))
        means = np.array(step["means"], float).reshape(len(step["levels"]), width)
        place = {level: k for k, level in enumerate(step["levels"])}
        absent, none = np.array(step["absent"], float), np.zeros(width)
        rows = [absent if t is None else means[place[t]] if t in place else none for t in self._texts(step, table)]
        return np.array(rows).reshape(len(rows), width)

    def _dates(self, step: Dict[str, Any], table: Table, tasks: Any) -> np.ndarray:
        texts = self._written(step, table)
        absent = np.array([text is None for text in texts], bool)
        self._complete(step["column"], absent)
        fill = _fill(step, table.rows, tasks)
        middle = datetime.date.fromisoformat(step["middle"]) if "middle" in step else None
        known = {text: self._of_date(step, text, middle) for text in set(texts) if text is not None}
        missing = [1.0] if step["flagged"] else []
        rows = []
        for text, own in zip(texts, fill):
            trend = [] if middle is None else [own]
            rows.append([*trend, *step["means"], *missing] if text is None else known[text])
        return np.array(rows, float).reshape(len(texts), len(step["features"]))


    @staticmethod
    def _of_date(step: Dict[str, Any], text: Tuple[str, str], middle: Optional[datetime.date]) -> List[float]:
        """The features of a date that is there."""
        when = dates.moment(*text)
        if when is None:
            raise RowsError(
                f"column '{step['column']}': \"{text[1]}\" is not written as {text[0]}, as the dates in training were"
            )
        trend = [] if middle is None else [dates.years(when, middle)]
        return [*trend, *(dates.part(name, when) for name in step["parts"]), *([0.0] if step["flagged"] else [])]

    def _written(self, step: Dict[str, Any], table: Table) -> List[Optional[Tuple[str, str]]]:
        """How each date is written, and its text; dates that are no texts are written in one way."""
        cells = table.column(step["column"])
        if cells.dtype.kind == "M":
            return [None if np.isnat(cell) else (_ISO, str(cell.astype("datetime64[us]"))) for cell in cells]
        if not any(_is_date(cell) for cell in cells):
            return [None if text is None else (step["way"], text) for text in self._texts(step, table)]
        texts = Table({step["column"]: np.array([None if _is_date(c) else c for c in cells], object)}, table.rows)
        others = texts.texts(step["column"], self.missing)
        return [
            (_ISO, cell.isoformat()) if _is_date(cell) else None if text is None else (step["way"], text)
            for cell, text in zip(cells, others)
        ]


_ISO = "yyyy-MM-dd"
_MAKERS = {
    "number": Preparation._numbers,
    "truth": Preparation._numbers,
    "category": Preparation._category,
    "date": Preparation._dates,
    "ordered": Preparation._ordered,
    "hashed": Preparation._hashed,
    "drawn": Preparation._drawn,
}


def _is_date(cell: Any) -> bool:
    return isinstance(cell, datetime.date) and cell == cell


def _fill(step: Dict[str, Any], rows: int, tasks: Optional[Sequence[Optional[str]]]) -> np.ndarray:
    """What stands in for a missing number, by the row's task."""
    within = step["fillWithin"]
    if tasks is None or not within:
        return np.full(rows, float(step["fill"]))
    return np.array([within.get(task, step["fill"]) for task in tasks], float)


def _indicators(places: List[int], width: int) -> np.ndarray:
    x = np.zeros((len(places), width))
    at = np.array(places, int)
    known = at >= 0
    x[np.flatnonzero(known), at[known]] = 1
    return x


def _checked(step: Any) -> Dict[str, Any]:
    """A step whose members are those of its kind."""
    kind = step.get("kind") if isinstance(step, dict) else None
    if kind not in _KINDS:
        raise ModelFileError(f"unknown step '{kind}' in the model's preparation; a newer package may know it")
    needed = {"kind": str, "column": str, "features": list, **_KINDS[kind]}
    if set(step) - ({"middle"} if kind == "date" else set()) != set(needed):
        raise ModelFileError(f"the step '{kind}' must have {', '.join(needed)}, got {', '.join(step)}")
    for key, wanted in needed.items():
        if not isinstance(step[key], wanted) or (isinstance(step[key], bool) and wanted is not bool):
            raise ModelFileError(f"the step '{kind}': '{key}' has the wrong type")
    if kind == "date":
        _require_dates(step)
    if kind == "category" and step["usual"] not in step["levels"]:
        raise ModelFileError(f"levels of column '{step['column']}' must hold the usual one, '{step['usual']}'")
    if kind == "ordered" and not {step["usual"], *step["steps"]} <= set(step["levels"]):
        raise ModelFileError(f"levels of column '{step['column']}' must hold the usual one and the steps")
    if kind == "hashed" and not 1 <= step["bits"] <= 20:
        raise ModelFileError(f"hash bits of column '{step['column']}' must be from 1 to 20")
    width = max(1, len(step.get("outcomes", [])))
    if kind == "drawn" and (len(step["means"]) != width * len(step["levels"]) or len(step["absent"]) != width):
        raise ModelFileError(f"the values of column '{step['column']}' must have {width} means each")
    return step


def _require_dates(step: Dict[str, Any]) -> None:
    if step["way"] not in dates.WAYS and step["way"] != dates.CLOCK:
        raise ModelFileError(f"unknown way of writing dates '{step['way']}' of column '{step['column']}'")
    for name in step["parts"]:
        dates.require_part(str(name))
    if len(step["means"]) != len(step["parts"]):
        raise ModelFileError(f"the dates in column '{step['column']}' must have a mean for each of their parts")
    try:
        datetime.date.fromisoformat(step.get("middle", "2000-01-01"))
    except (TypeError, ValueError) as error:
        raise ModelFileError(f"the middle of the dates in column '{step['column']}' must be yyyy-MM-dd") from error
