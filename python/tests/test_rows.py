"""Rows as users have them: frames, mappings and arrays, with cells of every type; what cannot be meant is refused."""

import copy
import datetime
import re
import unittest
from pathlib import Path

import numpy as np

import kith
from kith import choosing
from kith.inputs import Inputs
from kith.maps import Hashed, hash_of
from kith.strings import units

from .test_golden import GOLDEN
from .test_java import DATA, rows_of

try:
    import pandas
except ImportError:
    pandas = None


class Rows(unittest.TestCase):
    def setUp(self):
        self.model = kith.load(DATA / "messy.kith")
        self.rows = rows_of("messy")
        self.expected = self.model.predict(self.rows)

    def test_order_and_more_columns_do_not_matter(self):
        turned = dict(reversed(list(self.rows.items())))
        np.testing.assert_array_equal(self.expected, self.model.predict({**turned, "more": ["x"] * 9}))

    @unittest.skipIf(pandas is None, "needs pandas")
    def test_frames_with_types_are_the_texts_of_the_file(self):
        frame = pandas.DataFrame(self.rows)
        for name in ("x1", "x2", "x3"):
            frame[name] = pandas.to_numeric(frame[name])
        frame["day"] = pandas.to_datetime(frame["day"].replace("NA", None), dayfirst=True)
        frame["kind"] = frame["kind"].astype("category")
        np.testing.assert_allclose(self.model.predict(frame), self.expected, rtol=1e-13)

    @unittest.skipIf(pandas is None, "needs pandas")
    def test_cells_that_pandas_calls_missing_are(self):
        frame = pandas.DataFrame(self.rows)
        plain = frame.assign(x1=[1.0, np.nan, *range(2, 9)])
        typed = frame.assign(x1=pandas.array([1, None, *range(2, 9)], dtype="Int64"), kind=pandas.array(self.rows["kind"], dtype="string"))
        with self.assertRaisesRegex(kith.RowsError, "finite"):
            self.model.predict(frame.assign(x1=np.inf))
        np.testing.assert_array_equal(self.model.predict(plain), self.model.predict(typed))

    def test_dates_are_dates(self):
        days = [None if text == "NA" else datetime.datetime.strptime(text, "%d/%m/%Y %H:%M") for text in self.rows["day"]]
        np.testing.assert_array_equal(self.expected, self.model.predict({**self.rows, "day": days}))
        both = [day if k % 2 else text for k, (day, text) in enumerate(zip(days, self.rows["day"]))]
        np.testing.assert_array_equal(self.expected, self.model.predict({**self.rows, "day": both}))

    def test_task_by_name_is_one_column_of_all(self):
        model, rows = kith.load(DATA / "groups.kith"), rows_of("groups")
        every = model.predict(rows, task=kith.ALL)
        for t, task in enumerate(model.tasks):
            np.testing.assert_allclose(model.predict(rows, task=task), every[:, t], rtol=1e-13)
        names = [model.tasks[k % len(model.tasks)] for k in range(len(every))]
        own = [every[k, model.tasks.index(name)] for k, name in enumerate(names)]
        np.testing.assert_allclose(model.predict(rows, task=names), own, rtol=1e-13)
        array = np.array([[float(rows[name][k]) for name in model.columns] for k in range(len(every))])
        np.testing.assert_array_equal(every, model.predict(array, task=kith.ALL))

    def test_no_rows_have_no_predictions(self):
        for name in ("groups", "gaussian", "boosted", "wide", "feature", "ensemble", "messy"):
            with self.subTest(name):
                none = {key: column[:0] for key, column in rows_of(name).items()}
                self.assertEqual(0, len(kith.load(DATA / f"{name}.kith").predict(none)))

    def refused(self, pattern, **changed):
        with self.assertRaisesRegex(kith.RowsError, pattern):
            self.model.predict({**self.rows, **changed})

    def test_what_cannot_be_meant_is_refused(self):
        self.refused("no task 'elsewhere'", shop=["elsewhere"] * 9)
        self.refused("\"many\" is not a number", x1=["many"] * 9)
        self.refused("is not a number", x1=["0x10"] * 9)
        self.refused("finite", x1=[float("inf")] * 9)
        self.refused("\"2024-99-01\" is not written as dd/MM/yyyy", day=["2024-99-01"] * 9)
        self.refused("read the column as text", kind=[1.5] * 9)
        self.refused("equally many rows", kind=["tea"])
        with self.assertRaisesRegex(kith.RowsError, "column 'kind' is missing"):
            self.model.predict({key: column for key, column in self.rows.items() if key != "kind"})
        with self.assertRaisesRegex(kith.RowsError, "two dimensions"):
            kith.load(DATA / "groups.kith").predict([1.0, 2.0, 3.0], task="s1")
        with self.assertRaisesRegex(kith.RowsError, "which task they belong to"):
            self.model.predict({key: column for key, column in self.rows.items() if key != "shop"})

    def test_what_was_not_learned_is_refused(self):
        with self.assertRaisesRegex(kith.NotLearnedError, "--calibrate"):
            self.model.predict_interval(self.rows)
        with self.assertRaisesRegex(kith.NotLearnedError, "predicts numbers"):
            self.model.predict_proba(self.rows)
        with self.assertRaisesRegex(kith.NotLearnedError, "smaller"):
            kith.load(DATA / "linear.kith").predict_interval(rows_of("linear"), 0.9999, source="conformal")
        with self.assertRaisesRegex(kith.NotLearnedError, "classes"):
            kith.load(DATA / "two.kith").predict_interval(rows_of("two"))

    def test_neighbours_come_strongest_first(self):
        model = kith.load(DATA / "linear.kith")
        found = model.neighbours("s0")
        ties, places = model.structure, {name: t for t, name in enumerate(model.tasks)}
        for name, similarity in found:
            s, t = places[name], places["s0"]
            self.assertAlmostEqual(similarity, ties[s, t] / np.sqrt(ties[s, s] * ties[t, t]), 12)
        self.assertEqual(sorted((-abs(s) for _, s in found)), [-abs(s) for _, s in found])
        self.assertEqual("s1", found[0][0])

    def test_answers_that_rise_are_put_at_their_mean(self):
        for values, falling in (([3, 2, 1], [3, 2, 1]), ([1, 3, 2], [2, 2, 2]), ([0, 3, 6, 1], [3, 3, 3, 1])):
            np.testing.assert_array_equal(falling, choosing.falling(np.array(values)))

    def test_copies_predict_the_same(self):
        np.testing.assert_array_equal(self.expected, copy.deepcopy(self.model).predict(self.rows))

    def test_hashing_of_names_is_that_of_the_guide(self):
        guide = (Path(__file__).resolve().parents[2] / "docs/guide/model-file.md").read_text(encoding="utf-8")
        (code,) = re.findall(r"```python\n(def kith_hash.*?)```", guide, re.DOTALL)
        said = {}
        exec(code, said)  # noqa: S102 - our own guide
        for text in ("", "kind=tea", "b\u00e9b\u00e9", "\U0001f600b"):
            self.assertEqual(said["kith_hash"](text), hash_of(units(text)))
        x = Inputs(np.array([[2.0, -3.0]]))
        row = Hashed("3", ["a", "b"]).rows(x)
        wanted = np.zeros(8)
        for name, value in (("a", 2.0), ("b", -3.0)):
            h = hash_of(units(name))
            wanted[h >> 61] += (-1 if h & 1 else 1) * value
        np.testing.assert_array_equal(wanted, row.dense()[0])

    def test_a_missing_file_says_so(self):
        with self.assertRaisesRegex(kith.ModelFileError, "none.kith: no such file"):
            kith.load("none.kith")
        with self.assertRaisesRegex(kith.ModelFileError, "not a regular file"):
            kith.load(GOLDEN)


if __name__ == "__main__":
    unittest.main()
