"""Models that the command line fitted predict here what they predict there: values, classes, intervals, probabilities."""

import csv
import json
import unittest
from pathlib import Path

import numpy as np

import kith

DATA = Path(__file__).resolve().parent / "data"
PRECISE = 1e-12


def rows_of(name):
    with open(DATA / f"{name}.rows.csv", newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return {key: [row[key] for row in rows] for key in rows[0]}


def numbers(column):
    return np.array([float(cell) if cell else np.nan for cell in column])


class AsJava(unittest.TestCase):
    def same(self, expected, actual, what):
        self.assertEqual(expected.shape, actual.shape, what)
        np.testing.assert_array_equal(np.isnan(expected), np.isnan(actual), what)
        off = np.abs(expected - actual) / np.maximum(1, np.abs(expected))
        worst = np.nanmax(off) if off.size else 0
        LARGEST[what] = max(LARGEST.get(what, 0), worst)
        self.assertLess(worst, PRECISE, what)

    def test_every_case(self):
        files = sorted(DATA.glob("*.kith"))
        self.assertGreater(len(files), 30)
        for file in files:
            with self.subTest(file.stem):
                model = kith.load(file)
                said = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
                rows = rows_of(file.stem)
                for one in said["predictions"]:
                    Comparison(self, file.stem, model, rows, one["options"], one["table"]).run()
                if said["structure"] is None:
                    self.assertIsNone(model.structure)
                else:
                    ties = np.array(said["structure"])
                    self.same(ties, model.structure, file.stem + " structure")
                    scale = np.sqrt(np.diag(ties))
                    for t, task in enumerate(model.tasks):
                        for name, similarity in model.neighbours(task):
                            s = model.tasks.index(name)
                            self.assertAlmostEqual(similarity, ties[s, t] / scale[s] / scale[t], 9)


LARGEST = {}


class Comparison:
    """One output of ``kith predict`` beside what the package says of the same rows."""

    def __init__(self, test, name, model, rows, options, table):
        self.test, self.name, self.model, self.rows, self.options, self.table = test, name, model, rows, options, table
        self.task = kith.ALL if "--all-tasks" in options else None

    def run(self):
        plain = not any(name in self.table for name in ("prediction", "task"))
        if plain:
            self.by_task()
        else:
            self.one_a_row()

    def option(self, name):
        return self.options[self.options.index(name) + 1] if name in self.options else None

    def bounds(self):
        level, source = self.option("--interval"), {"gp": "gp", None: None}[self.option("--interval-by")]
        joint = "--joint" in self.options
        return self.model.predict_interval(self.rows, float(level), self.task, source, joint) if level else (None, None)

    def same(self, column, actual, what):
        self.test.same(numbers(column), actual, f"{self.name} {what}")

    def by_task(self):
        """A column for each task."""
        predicted = self.model.predict(self.rows, self.task)
        low, high = self.bounds()
        for t, task in enumerate(self.model.tasks):
            self.same(self.table.pop(task), predicted[:, t], "predictions")
            if low is not None:
                self.same(self.table.pop(f"{task}:low"), low[:, t], "intervals")
                self.same(self.table.pop(f"{task}:high"), high[:, t], "intervals")
        self.rest()

    def one_a_row(self):
        """The row's own task, or its class."""
        self.table.pop("task", None)
        unknown = self.option("--unknown") or "error"
        predicted = self.model.predict(self.rows, unknown=unknown)
        column = self.table.pop("prediction")
        if predicted.dtype == object and any(isinstance(one, str) for one in predicted):
            named = np.array([isinstance(one, str) for one in predicted])
            self.test.assertEqual([c for c, n in zip(column, named) if n], list(predicted[named]), self.name)
            self.same([c for c, n in zip(column, named) if not n], predicted[~named].astype(float), "predictions")
        else:
            self.same(column, predicted.astype(float), "predictions")
        if "decision" in self.table:
            values = self.model.values(self.rows, None)
            self.same(self.table.pop("decision"), values.max(axis=1) if values.ndim == 2 else values, "decisions")
        low, high = self.bounds()
        if low is not None:
            self.same(self.table.pop("low"), low, "intervals")
            self.same(self.table.pop("high"), high, "intervals")
        self.probabilities(column)
        self.rest()

    def probabilities(self, chosen):
        source = self.option("--probabilities")
        if "unknown" in self.table:
            self.table.pop("probability", None)  # of unknown tasks, which predict_proba refuses
            self.table.pop("unknown")
        if "probability" in self.table:
            found = self.model.predict_proba(self.rows, source=source)
            if len(self.model.classes) == 2 and self.model.info["parameters"]["shape"] == "long":
                own = found[:, 1]
            else:
                own = found[np.arange(len(found)), [self.model.classes.index(name) for name in chosen]]
            self.same(self.table.pop("probability"), own, "probabilities")
        for c, name in enumerate(self.model.classes):
            if f"{name}:probability" in self.table:
                found = self.model.predict_proba(self.rows, source=source)
                self.same(self.table.pop(f"{name}:probability"), found[:, c], "probabilities")

    def rest(self):
        """Every column was compared, but for those about rows that may be wrong."""
        left = set(self.table) - {"extrapolating", "unproven", "shop", "land"}
        self.test.assertEqual(set(), left, self.name)


def tearDownModule():
    worst = max(LARGEST, key=LARGEST.get)
    print(f"largest difference to Java: {LARGEST[worst]:.1e} ({worst}), of {len(LARGEST)} comparisons")


if __name__ == "__main__":
    unittest.main()
