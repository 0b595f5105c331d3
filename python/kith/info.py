"""What a model says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from .errors import ModelFileError

MIXED = "mixed"
CLASSES = {"hinge", "squared-hinge", "logistic", "softmax", "multiclass-hinge"}
JOINT = {"softmax", "multiclass-hinge"}

_MEMBERS = {
    "kind": str,
    "method": str,
    "loss": str,
    "kernel": str,
    "lambda": (int, float, type(None)),
    "parameters": dict,
    "tasks": list,
    "features": list,
    "classes": list,
    "objective": (int, float, type(None)),
    "gap": (int, float, type(None)),
    "iterations": int,
    "status": str,
    "data": dict,
    "seed": int,
    "threads": int,
    "backend": str,
    "version": str,
}
_DATA = {"name": str, "rows": int, "skipped": int, "observations": int, "sha256": str}


@dataclass(frozen=True)
class Choice:
    """A choice among classes by questions: is it this one or, in an order, is it above this one."""

    classes: List[str]
    ordered: bool

    @property
    def questions(self) -> int:
        return len(self.classes) - (1 if self.ordered else 0)

    def parts(self, tasks: List[str]) -> List[str]:
        """The parts of the data in which the questions are asked; one with an empty name where there is no task column."""
        names = [("above " if self.ordered else "") + name for name in self.classes[: self.questions]]
        parts = [task[: max(0, len(task) - len(names[0]) - 2)] for task in tasks[:: self.questions]]
        made = [f"{part}: {name}" if part else name for part in parts for name in names]
        if made != tasks:
            raise ModelFileError(f"tasks must be questions about the classes {self.classes} in each part, got {tasks}")
        return parts


class Info:
    """The members of a model's description, checked.

    Attributes
    ----------
    members : dict
        As they are in the file, without ``kind`` and ``texts``.
    shape : str
        What rows are asked: ``long`` about their own task, ``wide`` about all, ``classes`` and ``choice`` for one class,
        ``unknown`` where the file does not say.
    """

    def __init__(self, members: Dict[str, Any]) -> None:
        _require_members("model", members, {**_MEMBERS, "texts": dict}, {"preparation": dict, "transform": dict})
        _require_members("model: 'data'", members["data"], _DATA, {})
        _texts("parameters", list(members["parameters"].values()))
        _texts("texts", list(members["texts"].values()))
        self.kind: str = members["kind"]
        self.texts: Dict[str, str] = members["texts"]
        self.members = {key: value for key, value in members.items() if key not in ("kind", "texts")}
        self.method: str = members["method"]
        self.loss: str = members["loss"]
        self.parameters: Dict[str, str] = members["parameters"]
        self.tasks: List[str] = _names("task", members["tasks"])
        self.features: List[str] = _names("feature", members["features"])
        self.classes: List[str] = _texts("classes", members["classes"])
        self.preparation: Optional[Dict[str, Any]] = members.get("preparation")
        self.transform: Optional[Dict[str, Any]] = members.get("transform")
        self.task_column: Optional[str] = self.parameters.get("task-column")
        self.target_column: Optional[str] = self.parameters.get("target-column")
        self.shape = self._shape()
        self.choice = self._choice() if self.shape == "choice" else None
        self._places = {name: t for t, name in enumerate(self.tasks)}

    def _shape(self) -> str:
        shape = self.parameters.get("shape", "unknown")
        if shape not in ("long", "wide", "choice", "unknown"):
            raise ModelFileError(f"shape must be wide, long or choice, got '{shape}'")
        return "classes" if shape != "choice" and "class-column" in self.parameters else shape

    def _choice(self) -> Choice:
        classes = []
        while f"choice-class-{len(classes)}" in self.parameters:
            classes.append(self.parameters[f"choice-class-{len(classes)}"])
        if len(classes) < 2:
            raise ModelFileError(f"a choice needs two classes or more, got {classes}")
        choice = Choice(classes, self.parameters.get("choice-ordered") == "true")
        if len(self.tasks) % choice.questions:
            raise ModelFileError(f"tasks must be {choice.questions} questions for each part, got {len(self.tasks)}")
        return choice

    def loss_of(self, task: int) -> str:
        return self.parameters.get("loss:" + self.tasks[task], self.loss)

    def has_classes(self, task: int) -> bool:
        """Whether a task's predictions are classes, not numbers."""
        return bool(self.classes) and (self.loss != MIXED or self.loss_of(task) in CLASSES)

    def place(self, task: str) -> Optional[int]:
        """The position of a task; None if the model does not have it."""
        return self._places.get(task)

    @property
    def calibrated_tasks(self) -> int:
        """Tasks that were there when the model was calibrated, the first ones."""
        count = self.parameters.get("calibrated-tasks", str(len(self.tasks)))
        if not count.isdecimal() or not 0 < int(count) <= len(self.tasks):
            raise ModelFileError(f"calibrated-tasks must be from 1 to {len(self.tasks)}, got '{count}'")
        return int(count)


def _require_members(where: str, members: Dict[str, Any], needed: Dict[str, Any], possible: Dict[str, Any]) -> None:
    for key, kind in needed.items():
        if key not in members:
            raise ModelFileError(f"{where} has no '{key}'")
        _require_kind(where, key, members[key], kind)
    for key in members:
        if key in possible:
            _require_kind(where, key, members[key], possible[key])
        elif key not in needed:
            raise ModelFileError(f"{where} has the member '{key}' that this package does not know; a newer one may")


def _require_kind(where: str, key: str, value: Any, kind: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, kind):
        raise ModelFileError(f"{where}: '{key}' must be {kind}, got {type(value).__name__}")


def _texts(where: str, values: List[Any]) -> List[str]:
    if not all(isinstance(value, str) for value in values):
        raise ModelFileError(f"model: '{where}' must be strings")
    return values


def _names(what: str, values: List[Any]) -> List[str]:
    if len(set(_texts(what + "s", values))) != len(values):
        raise ModelFileError(f"names of {what}s must differ")
    return values
