"""One class of several, from the answers to questions about them."""

from __future__ import annotations

import numpy as np

from .info import Choice, Info


def best(values: np.ndarray) -> np.ndarray:
    """The class of the largest decision value, of equal ones the first."""
    return values.argmax(axis=1)


def shares_of_best(probabilities: np.ndarray) -> np.ndarray:
    """Each class's share of the sum of all classes' probabilities."""
    return probabilities / probabilities.sum(axis=1, keepdims=True)


def chosen(info: Info, decisions: np.ndarray) -> np.ndarray:
    """The class that the answers choose: in an order, the one above as many as answers are yes."""
    if _choice(info).ordered:
        return np.array([(falling(row) >= 0).sum() for row in decisions], int)
    return best(np.nan_to_num(decisions, nan=-np.inf))


def shares(info: Info, yes: np.ndarray) -> np.ndarray:
    """The probability of every class; they sum to 1."""
    if _choice(info).ordered:
        above = np.array([falling(row) for row in yes]).reshape(yes.shape)
        edges = np.hstack([np.ones((len(yes), 1)), above, np.zeros((len(yes), 1))])
        return edges[:, :-1] - edges[:, 1:]
    sums = yes.sum(axis=1, keepdims=True)
    even = np.full(yes.shape, 1.0 / yes.shape[1])
    return np.divide(yes, sums, out=even, where=sums > 0)


def falling(values: np.ndarray) -> np.ndarray:
    """The nearest values, in squares, that do not rise: neighbours that do are put at their mean."""
    means: "list[float]" = []
    counts: "list[int]" = []
    for value in values:
        means.append(float(value))
        counts.append(1)
        while len(means) > 1 and means[-1] > means[-2]:
            both = counts[-2] + counts[-1]
            means[-2:] = [(means[-2] * counts[-2] + means[-1] * counts[-1]) / both]
            counts[-2:] = [both]
    return np.repeat(means, counts)


def _choice(info: Info) -> Choice:
    if info.choice is None:
        raise ValueError("the model does not choose among classes")
    return info.choice
