"""Formulas of outputs as users write them: ``a + 2*b = 1``, ``cos(u1); sin(u1)``."""

from __future__ import annotations

import ast
import re
from typing import Callable, Dict, List, Optional

import numpy as np

from .errors import ModelFileError

ONE: Dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs,
}  # fmt: skip
TWO: Dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "atan2": np.arctan2, "min": np.minimum, "max": np.maximum, "pow": np.power,
}  # fmt: skip
OPERATORS = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide, ast.Pow: np.power}
CONSTANTS = {"pi": np.pi, "e": np.e}


def _parse(text: str) -> ast.expr:
    """The formula as a tree; a ValueError where it is none."""
    if "**" in text or "//" in text:
        raise ValueError("not a formula")
    try:
        # Powers bind as those of Python do: 2^3^2 = 2^(3^2), -y^2 = -(y^2).
        return ast.parse(text.strip().replace("^", "**"), mode="eval").body
    except SyntaxError as error:
        raise ValueError("not a formula") from error


class Parametrisation:
    """A formula for each task in the parameters u1, u2, ..."""

    def __init__(self, text: str, tasks: int) -> None:
        self.parameters = max((int(q) for q in re.findall(r"\bu([1-9][0-9]*)\b", text)), default=0)
        try:
            self.terms = [_parse(formula) for formula in text.split(";")]
            if len(self.terms) != tasks or self.parameters == 0:
                raise ValueError("not a formula for each task")
            self.points(np.ones((1, self.parameters)))
        except ValueError as error:
            raise ModelFileError(f"the parametrisation '{text}' cannot be understood: {error}") from error

    def points(self, u: np.ndarray) -> np.ndarray:
        """Rows x tasks, of parameters by rows."""
        names = {f"u{q + 1}": u[:, q] for q in range(self.parameters)}
        with np.errstate(all="ignore"):
            return np.column_stack([np.broadcast_to(_value(term, names), len(u)) for term in self.terms])


def _value(term: ast.expr, names: Dict[str, np.ndarray]) -> np.ndarray:
    if isinstance(term, ast.Constant) and type(term.value) in (int, float):
        return np.float64(term.value)
    if isinstance(term, ast.Name) and (term.id in names or term.id in CONSTANTS):
        return names[term.id] if term.id in names else np.float64(CONSTANTS[term.id])
    if isinstance(term, ast.UnaryOp) and isinstance(term.op, (ast.USub, ast.UAdd)):
        value = _value(term.operand, names)
        return -value if isinstance(term.op, ast.USub) else value
    if isinstance(term, ast.BinOp) and type(term.op) in OPERATORS:
        return OPERATORS[type(term.op)](_value(term.left, names), _value(term.right, names))
    if isinstance(term, ast.Call) and isinstance(term.func, ast.Name) and not term.keywords:
        known = ONE if len(term.args) == 1 else TWO if len(term.args) == 2 else {}
        if term.func.id in known:
            return known[term.func.id](*(_value(one, names) for one in term.args))
    raise ValueError(f"unknown part '{ast.dump(term)[:60]}'")


def _place(name: str, tasks: List[str]) -> int:
    """The task of this name or, of y1, y2, ..., by its position."""
    if name not in tasks and re.fullmatch("y[1-9][0-9]{0,8}", name) and int(name[1:]) <= len(tasks):
        return int(name[1:]) - 1
    return tasks.index(name)


def linear_equations(spec: str, tasks: List[str]) -> Optional[np.ndarray]:
    """The rows of equations such as ``a + 2*b = 1; c = a``; None where they are not linear."""
    try:
        sides = [[_parse(side) for side in one.replace("==", "=").split("=")] for one in spec.split(";")]
        rows = np.array([_linear(left, tasks) - _linear(right, tasks) for left, right in sides])
    except ValueError:
        return None
    rows[:, -1] *= -1
    _, sizes, directions = np.linalg.svd(rows[:, :-1])
    rank = int((sizes > 1e-10 * sizes[0]).sum())
    values = np.linalg.lstsq(rows[:, :-1], rows[:, -1], rcond=None)[0]
    return np.column_stack([directions[:rank], directions[:rank] @ values])


def _linear(term: ast.expr, tasks: List[str]) -> np.ndarray:
    """A coefficient for each task, then the constant; a ValueError where the term is not linear."""
    form = np.zeros(len(tasks) + 1)
    if isinstance(term, ast.Constant) and isinstance(term.value, (int, float)):
        form[-1] = term.value
        return form
    if isinstance(term, ast.Name):
        form[_place(term.id, tasks)] = 1
        return form
    if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.USub):
        return -_linear(term.operand, tasks)
    if isinstance(term, ast.BinOp):
        left, right = _linear(term.left, tasks), _linear(term.right, tasks)
        if isinstance(term.op, ast.Add):
            return left + right
        if isinstance(term.op, ast.Sub):
            return left - right
        if isinstance(term.op, ast.Mult) and not (left[:-1].any() and right[:-1].any()):
            return left * right[-1] if left[:-1].any() else right * left[-1]
        if isinstance(term.op, ast.Div) and not right[:-1].any() and right[-1] != 0:
            return left / right[-1]
    raise ValueError("not linear")
