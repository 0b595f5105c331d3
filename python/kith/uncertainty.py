"""How far predictions can be trusted: held-out errors, the Gaussian-process view, calibrated probabilities."""

from __future__ import annotations

from math import ceil
from typing import List, NamedTuple, Optional

import numpy as np

from . import student
from .errors import ModelFileError, UnsupportedModelError
from .inputs import Inputs
from .kinds import Kind, OfKernel
from .parts import Parts
from .scaling import sigmoid
from .structure import Structure

#: A task has enough errors of its own when so many are expected above the quantile.
ENOUGH_ABOVE = 10
SAME = 1e-9


class Errors(NamedTuple):
    """Sizes of held-out errors, ascending: each kept one stands for itself and the dropped ones just below it."""

    count: int
    kept: np.ndarray

    def ranks(self) -> np.ndarray:
        """How many sizes each kept one stands for."""
        m = len(self.kept)
        upto = np.array([0] + [(j * self.count + m - 1) // m for j in range(1, m + 1)])
        return np.diff(upto)


def bound(level: float, tables: List[Errors]) -> float:
    """The size that a new error keeps with this probability; infinite where there are too few."""
    total = sum(table.count for table in tables)
    k = ceil((total + 1) * level - 1e-9)
    if k > total:
        return np.inf
    sizes = np.concatenate([table.kept for table in tables])
    ranks = np.concatenate([table.ranks() for table in tables])
    order = np.argsort(sizes, kind="stable")
    return float(sizes[order][np.searchsorted(np.cumsum(ranks[order]), k)])


class Conformal:
    """Half widths from errors on labels that were held out."""

    def __init__(self, parts: Parts, tasks: int) -> None:
        self.scale = parts.scale("optional_error_scale", tasks)
        counts = parts.ints("optional_error_counts", tasks + 1)
        sizes = parts.vector("optional_error_sizes")
        starts = parts.starts("optional_error_starts", len(sizes), tasks + 1)
        tables = [Errors(int(n), sizes[a:b]) for n, a, b in zip(counts, starts[:-1], starts[1:])]
        for table in tables:
            right = table.count >= len(table.kept) and (len(table.kept) > 0 or table.count == 0)
            if not right or (np.diff(table.kept, prepend=0) < 0).any():
                raise ModelFileError("a table of errors must keep sizes >= 0, ascending, at most as many as it counts")
        self.tasks, self.joint = tables[:-1], tables[-1]

    def possible(self, level: float, joint: bool) -> bool:
        return np.isfinite(bound(level, [self.joint] if joint else self.tasks))

    def half_widths(self, level: float, ties: Optional[Structure], trained: int) -> np.ndarray:
        """A half width for each task, of its own errors or, where they are few, those of tasks like it."""
        everyone = bound(level, self.tasks[:trained])
        half = np.empty(len(self.tasks))
        for t in range(len(half)):
            lenders = self._lenders(level, ties, t, trained)
            whole = t < trained and len(lenders) == trained
            half[t] = self.scale[t] * (everyone if whole else bound(level, lenders))
        return half

    def joint_half_widths(self, level: float) -> np.ndarray:
        return self.scale * bound(level, [self.joint])

    def _lenders(self, level: float, ties: Optional[Structure], t: int, trained: int) -> List[Errors]:
        if _enough(self.tasks[t].count, level):
            return [self.tasks[t]]
        likeness = np.zeros(len(self.tasks)) if ties is None else ties.similarities(t)
        likeness[t] = 2
        candidates = [s for s in range(len(likeness)) if s < trained or s == t]
        tables: List[Errors] = []
        count, last = 0, np.inf
        for s in sorted(candidates, key=lambda one: -likeness[one]):
            # Tasks that are equally alike come in together: nothing but their order would tell them apart.
            if _enough(count, level) and likeness[s] < last - SAME:
                break
            tables.append(self.tasks[s])
            count += self.tasks[s].count
            last = likeness[s]
        return tables


def _enough(count: int, level: float) -> bool:
    return count * (1 - level) >= ENOUGH_ABOVE - SAME


class Posterior:
    """The Gaussian-process view: a new label has variance noise (1 + spread)."""

    def __init__(self, parts: Parts, model: Kind) -> None:
        tasks = len(model.info.tasks)
        self.noise = parts.scale("optional_posterior_noise", tasks)
        self.freedom = parts.vector("optional_posterior_freedom", tasks)

    def spread(self, x: Inputs, tasks: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def half_widths(self, x: Inputs, tasks: np.ndarray, level: float) -> np.ndarray:
        factors = [
            student.two_sided(level, freedom) * np.sqrt(noise) if freedom > 0 else np.inf
            for noise, freedom in zip(self.noise, self.freedom)
        ]
        return np.array(factors)[tasks] * np.sqrt(1 + self.spread(x, tasks))


class LinearPosterior(Posterior):
    """spread = offset + (x - centre)' shape (x - centre)."""

    def __init__(self, parts: Parts, model: Kind) -> None:
        super().__init__(parts, model)
        d, tasks = len(model.info.features), len(model.info.tasks)
        self.offset = parts.vector("optional_posterior_offset", tasks)
        self.centre = parts.matrix("optional_posterior_centre", tasks, d)
        self.shape = parts.matrix("optional_posterior_shape", tasks * d, d).reshape(tasks, d, d)

    def spread(self, x: Inputs, tasks: np.ndarray) -> np.ndarray:
        spread = np.empty(len(tasks))
        for t in np.unique(tasks):
            rows = tasks == t
            away = x.numbers[rows] - self.centre[t]
            spread[rows] = self.offset[t] + np.einsum("ij,jk,ik->i", away, self.shape[t], away)
        return np.maximum(0, spread)


class KernelPosterior(Posterior):
    """The spread of a kernel model, see the guide on the model file."""

    def __init__(self, parts: Parts, model: Kind) -> None:
        super().__init__(parts, model)
        self.rows = parts.ints("optional_posterior_rows")
        count = len(self.rows)
        self.tasks = parts.ints("optional_posterior_tasks", count)
        self.weights = parts.scale("optional_posterior_weights", count)
        self.penalty, intercept = parts.vector("optional_posterior_lambda", 2)
        self.intercept = intercept != 0
        if not isinstance(model, OfKernel) or not (model.structures or model.structure):
            raise ModelFileError("a posterior of a kernel model needs a kernel and a structure")
        wrong = ((self.rows < 0) | (self.rows >= model.support.rows)).any() or not self.penalty > 0
        if wrong or ((self.tasks < 0) | (self.tasks >= len(self.noise))).any():
            raise ModelFileError("observations of the posterior must be of the model's support inputs and tasks")
        self.model = model

    def _parts(self) -> list:
        ties = self.model.structures or [self.model.structure] * len(self.model.views)
        return [(kernel, view, a.matrix()) for (kernel, view), a in zip(self.model.views, ties)]

    def spread(self, x: Inputs, tasks: np.ndarray) -> np.ndarray:
        r, s, support = self.rows, self.tasks, self.model.support
        scaled = self.model.scaling.apply(x)
        count = len(r)
        c, g, own = np.diag(self.penalty / self.weights), np.zeros((count, len(tasks))), np.zeros(len(tasks))
        for kernel, view, a in self._parts():
            if not hasattr(kernel, "gram"):
                raise UnsupportedModelError("intervals of kernels in blocks are not supported here: predict with kith")
            c = c + a[np.ix_(s, s)] * kernel.gram(view(support))[np.ix_(r, r)]
            g += (a[np.ix_(tasks, s)] * kernel.against(view(support))(view(scaled))[:, r]).T
            own += np.diag(a)[tasks] * kernel.diagonal(view(scaled))
        variance = own - (g * np.linalg.solve(c, g)).sum(axis=0)
        if self.intercept:
            variance += self._of_intercepts(c, g, tasks)
        return np.maximum(0, variance) * self._mean_weights()[tasks] / self.penalty

    def _of_intercepts(self, c: np.ndarray, g: np.ndarray, tasks: np.ndarray) -> np.ndarray:
        """u' (E' C^-1 E)^-1 u, u = e_t - E' C^-1 g."""
        seen = np.unique(self.tasks)
        e = (self.tasks[:, None] == seen[None, :]).astype(float)
        solved = np.linalg.solve(c, e)
        u = (tasks[:, None] == seen[None, :]).T - solved.T @ g
        return (u * np.linalg.solve(e.T @ solved, u)).sum(axis=0)

    def _mean_weights(self) -> np.ndarray:
        counts = np.bincount(self.tasks, minlength=len(self.noise))
        sums = np.bincount(self.tasks, self.weights, minlength=len(self.noise))
        return np.where(counts > 0, sums / np.maximum(1, counts), 1.0)


class Curves:
    """Probabilities of the second class behind decision values."""

    def __init__(self, parts: Parts, tasks: int) -> None:
        self.platt = parts.matrix("optional_platt", tasks, 2)
        places = parts.vector("optional_isotonic_decisions")
        values = parts.vector("optional_isotonic_probabilities", len(places))
        starts = parts.starts("optional_isotonic_starts", len(places), tasks)
        self.steps = [(places[a:b], values[a:b]) for a, b in zip(starts[:-1], starts[1:])]
        for x, y in self.steps:
            rising = len(x) > 0 and (np.diff(x) > 0).all() and (np.diff(y, prepend=0) >= 0).all() and y[-1] <= 1
            if not rising:
                raise ModelFileError("points of a curve of probabilities must ascend, probabilities from 0 to 1")

    def at(self, task: int, decision: np.ndarray, isotonic: bool) -> np.ndarray:
        if isotonic:
            return np.interp(decision, *self.steps[task])
        slope, offset = self.platt[task]
        return sigmoid(slope * decision + offset)


class Uncertainty:
    """What a model file knows beside the model; each part may be None."""

    def __init__(self, parts: Parts, model: Kind) -> None:
        tasks = len(model.info.tasks)
        self.conformal = Conformal(parts, tasks) if parts.has("optional_error_scale") else None
        self.curves = Curves(parts, tasks) if parts.has("optional_platt") else None
        self.posterior: Optional[Posterior] = None
        if parts.has("optional_posterior_shape"):
            self.posterior = LinearPosterior(parts, model)
        elif parts.has("optional_posterior_noise"):
            self.posterior = KernelPosterior(parts, model)

