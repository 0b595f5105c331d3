"""The estimators do what scikit-learn asks of its own, and are fitted by the command line.

All of scikit-learn's checks take minutes, as each fit starts a program: KITH_CHECKS=all runs them, otherwise a few are run.
"""

import os
import pickle
import shutil
import unittest
import warnings
from pathlib import Path

import numpy as np

import kith
from kith.command import VARIABLE

try:
    import pandas
    from sklearn.base import clone
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.utils.estimator_checks import check_estimator
except ImportError:
    check_estimator = None

ROOT = Path(__file__).resolve().parents[2]

#: Checks that every change should pass at once; the others run with KITH_CHECKS=all.
FEW = {
    "check_no_attributes_set_in_init",
    "check_fit_check_is_fitted",
    "check_parameters_default_constructible",
    "check_get_params_invariance",
    "check_set_params",
    "check_fit1d",
    "check_estimators_pickle",
    "check_estimators_unfitted",
    "check_n_features_in",
}


def program():
    """The command line: what is named, or that of this checkout if it is built."""
    if os.environ.get(VARIABLE):
        return os.environ[VARIABLE]
    if (ROOT / ".kith-build/current").exists():
        return str(ROOT / "kith")
    return shutil.which("kith")


KITH = program()


def rows(seed=0, n=90):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 3))
    shop = np.array(["north", "south", "west"])[rng.integers(0, 3, n)]
    level = np.array([{"north": 0, "south": 1, "west": -1}[one] for one in shop])
    return x, shop, x @ [1, 2, 3] + level + 0.1 * rng.normal(size=n)


@unittest.skipIf(check_estimator is None, "needs scikit-learn and pandas (Debian: python3-sklearn python3-pandas)")
@unittest.skipIf(KITH is None, "needs the kith program: build it (./kith --version) or name it in KITH")
class Estimators(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.environ.__setitem__, VARIABLE, os.environ.get(VARIABLE, ""))
        os.environ[VARIABLE] = KITH

    def checked(self, estimator):
        passed = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for one, check in check_estimator(estimator, generate_only=True):
                name = getattr(check, "func", check).__name__
                if os.environ.get("KITH_CHECKS") == "all" or name in FEW:
                    with self.subTest(name):
                        check(one)
                    passed += 1
        self.assertGreaterEqual(passed, len(FEW) - 1)

    def test_checks_of_numbers(self):
        self.checked(kith.KithRegressor("stl", lambda_=0.01))

    def test_checks_of_classes(self):
        self.checked(kith.KithClassifier("stl", lambda_=0.01))

    def test_tasks_by_groups(self):
        x, shop, y = rows()
        model = kith.KithRegressor("mean", lambda_=0.01).fit(x, y, groups=shop)
        alone = kith.KithRegressor("mean", lambda_=0.01).fit(x, y)
        self.assertGreater(model.score(x, y, groups=shop), 0.995)
        self.assertLess(alone.score(x, y), 0.98)
        with self.assertRaisesRegex(kith.RowsError, "groups="):
            model.predict(x)
        with self.assertRaisesRegex(kith.RowsError, "no task 'east'"):
            model.predict(x, groups=["east"] * len(x))

    def test_predictions_are_those_of_the_model(self):
        x, shop, y = rows()
        model = kith.KithRegressor("mtfl", lambda_=0.1, options={"calibrate": True}).fit(x, y, groups=shop)
        columns = {f"x{j}": x[:, j] for j in range(3)}
        np.testing.assert_array_equal(model.predict(x, shop), model.model_.predict(columns, task=shop))
        low, high = model.predict_interval(x, 0.8, groups=shop)
        self.assertAlmostEqual(((low <= y) & (y <= high)).mean(), 0.8, delta=0.12)

    def test_search_and_pipeline(self):
        x, shop, y = rows()
        frame = pandas.DataFrame(x, columns=["a", "b", "c"]).assign(shop=shop, kind=np.where(x[:, 0] > 0, "tea", "coffee"))
        search = GridSearchCV(kith.KithRegressor("mean", task="shop"), {"lambda_": [0.001, 10.0]}, cv=2).fit(frame, y)
        self.assertEqual({"lambda_": 0.001}, search.best_params_)
        self.assertIn("kind=tea", search.best_estimator_.model_.features)
        pipeline = make_pipeline(StandardScaler(), kith.KithClassifier("stl", lambda_=0.01))
        self.assertGreater(cross_val_score(clone(pipeline), x, y > 0, cv=2).mean(), 0.85)

    def test_classes_keep_their_labels(self):
        x, shop, y = rows()
        labels = np.array([7, 3, 11])[np.digitize(y, [-1.5, 1.5])]
        for groups in (None, shop):
            model = kith.KithClassifier("mean" if groups is not None else "stl", lambda_=0.001).fit(x, labels, groups=groups)
            self.assertEqual([3, 7, 11], list(model.classes_))
            shares = model.predict_proba(x, groups)
            self.assertEqual((len(x), 3), shares.shape)
            np.testing.assert_allclose(shares.sum(axis=1), 1)
            np.testing.assert_array_equal(model.classes_[shares.argmax(axis=1)], model.predict(x, groups))
            self.assertGreater(model.score(x, labels, groups=groups), 0.6)

    def test_two_classes_have_the_second_second(self):
        x, shop, y = rows()
        model = kith.KithClassifier("mean", lambda_=0.001).fit(x, np.where(y > 0, "a", "b"), groups=shop)
        share = model.predict_proba(x, shop)[:, list(model.classes_).index("a")]
        self.assertGreater(np.corrcoef(share, y)[0, 1], 0.8)

    def test_copies_are_the_file(self):
        x, shop, y = rows()
        model = kith.KithRegressor("stl", lambda_=0.01, kernel="gaussian:2").fit(x, y)
        np.testing.assert_array_equal(model.predict(x), pickle.loads(pickle.dumps(model)).predict(x))

    def test_frame_to_model(self):
        x, shop, y = rows()
        frame = pandas.DataFrame(x, columns=["a", "b", "c"]).assign(shop=shop, y=y)
        model = kith.fit(frame, task="shop", target="y", method="mean", lambda_=0.01)
        self.assertEqual(["north", "south", "west"], sorted(model.tasks))
        self.assertGreater(np.corrcoef(model.predict(frame.drop(columns="y")), y)[0, 1], 0.99)
        found = kith.compare(frame, task="shop", target="y", methods=["stl", "mean"], folds=2)
        self.assertIn("methods", found)
        with self.assertRaisesRegex(kith.CommandError, "prize"):
            kith.fit(frame, task="shop", target="prize", method="mean")


if __name__ == "__main__":
    unittest.main()
