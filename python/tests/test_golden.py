"""Files of every kind of model, as Java wrote them, predict what Java predicts."""

import csv
import json
import unittest
from pathlib import Path

import numpy as np

import kith

GOLDEN = Path(__file__).parents[2] / "core/src/test/resources/dev/kith/file"

#: What this package does not predict, and the word by which it says so.
REFUSED = {
    "constrained-predictions": "robust",
    "constrained-geodesic": "geodesic",
}


def inputs(name, model):
    """The rows whose predictions stand beside the files."""
    features = model.features
    if name == "kernel-strings":
        return {features[0]: ["ab", "b\u00e9b\u00e9", "\U0001f600b"]}
    if name == "kernel-precomputed":
        return np.array([[0.0], [1.0]])
    if name == "kernel-sparse":
        rows = np.zeros((2, len(features)))
        rows[0, [0, 2]] = 1, -2
        return rows
    if name == "crossed":
        levels = [list(one.levels) for one in model._kind.further]
        numbers = {features[j]: [row[j] for row in ([0.5, -1], [1, 0])] for j in range(2)}
        return {**numbers, **{name: [own[0], own[-1]] for name, own in zip(features[2:], levels)}}
    if name.startswith("kernel-sum"):
        numbers = np.array([[0.5, -1, 2], [1, 0, -0.5]])
        return {**{features[j]: numbers[:, j] for j in range(3)}, features[3]: ["ab", "b\u00e9b\u00e9"]}
    return np.array([[((7 * i + 3 * j) % 5 - 2) / 2.0 for j in range(len(features))] for i in range(4)])


def largest_difference(expected, actual):
    """Relative to 1 and the size of what is expected."""
    expected = np.asarray(expected, float)
    return float((np.abs(actual - expected) / np.maximum(1, np.abs(expected))).max())


class GoldenFiles(unittest.TestCase):
    def test_every_kind_predicts_as_java_does(self):
        seen = set()
        for file in sorted((GOLDEN / "v1").glob("*.kith")):
            with self.subTest(file.stem):
                seen.add(file.stem)
                if file.stem in REFUSED:
                    with self.assertRaisesRegex(kith.UnsupportedModelError, REFUSED[file.stem]):
                        kith.load(file)
                    continue
                model = kith.load(file)
                expected = np.array(json.loads(file.with_suffix(".txt").read_text()))
                actual = model.values(inputs(file.stem, model)).ravel()
                self.assertEqual(expected.shape, actual.shape)
                self.assertLess(largest_difference(expected, actual), 1e-12)
        self.assertLess(len(REFUSED), len(seen))

    def test_columns_are_prepared_as_java_prepares_them(self):
        for version in ("prepared-v1", "prepared-v2"):
            with self.subTest(version):
                folder = GOLDEN / version
                model = kith.load(folder / "prepared.kith")
                rows = columns(folder / "rows.csv")
                expected = columns(folder / "features.csv")
                actual = model.predict(rows)
                self.assertLess(largest_difference(expected.pop("prediction"), actual), 1e-12)
                features = model._ask(rows, None, "error").x.numbers
                self.assertEqual(model.features, list(expected))
                for j, name in enumerate(model.features):
                    self.assertLess(largest_difference(expected[name], features[:, j]), 1e-12, name)


def columns(file):
    with open(file, newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return {name: [row[name] for row in rows] for name in rows[0]}


if __name__ == "__main__":
    unittest.main()
