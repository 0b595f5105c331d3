"""Projections are members of their set, and no other member is nearer."""

import unittest

import numpy as np

import kith
from kith import formulas, sets

RNG = np.random.default_rng(2026)


def members(kind, count):
    z = RNG.normal(size=(count, 3))
    if kind == "simplex":
        return 2 * np.abs(z) / np.abs(z).sum(axis=1, keepdims=True)
    if kind == "sphere":
        return 1.5 * z / np.linalg.norm(z, axis=1, keepdims=True)
    if kind == "box":
        return RNG.uniform(-0.5, 0.7, size=(count, 3))
    return z - (z.sum(axis=1, keepdims=True) - 1) / 3


SETS = {
    "simplex": sets.Simplex(2.0),
    "sphere": sets.Sphere(1.5),
    "box": sets.Box(np.full(3, -0.5), np.full(3, 0.7)),
    "affine": sets.Affine(np.array([[1.0, 1.0, 1.0, 1.0]]) / np.sqrt(3)),
}


class Projections(unittest.TestCase):
    def test_no_member_is_nearer(self):
        for kind, one in SETS.items():
            points, weights = 2 * RNG.normal(size=(60, 3)), np.exp(RNG.normal(size=(60, 3)))
            points[0] = 0, 2, 0
            points[1] = 0, 0, 0
            nearest = one.project(points, weights)
            with self.subTest(kind):
                np.testing.assert_allclose(nearest, one.project(nearest, weights), atol=1e-12)
                others = members(kind, 4000)
                for p, w, c in zip(points, weights, nearest):
                    least = (w * (others - p) ** 2).sum(axis=1).min()
                    self.assertLessEqual((w * (c - p) ** 2).sum(), least + 1e-12)
                    close = one.project(c + 1e-3 * RNG.normal(size=(200, 3)), np.ones((200, 3)))
                    self.assertLessEqual((w * (c - p) ** 2).sum(), (w * (close - p) ** 2).sum(axis=1).min() + 1e-12)

    def test_equations_are_read(self):
        names = ["a", "b", "c"]
        rows = formulas.linear_equations("a + 2*b = 3 - c; 2*a + 4*b + 2*c = 6", names)
        self.assertEqual((1, 4), rows.shape)
        self.assertAlmostEqual(0, float(rows[0, :3] @ [1, 1, 0] - rows[0, 3]))
        np.testing.assert_array_equal(formulas.linear_equations("y1 = y3", names), formulas.linear_equations("a == c", names))
        for other in ("a^2 + b = 1", "a*b = 1", "sin(a) = 0", "a + d = 1", "a", "dag", "a = b = c"):
            self.assertIsNone(formulas.linear_equations(other, names), other)

    def test_formulas_have_their_values(self):
        u = np.array([[0.3, -1.2], [2.0, 0.5]])
        for text, value in {
            "u1 + u2": u.sum(axis=1),
            "-u1^2 + 2^-u2": -(u[:, 0] ** 2) + 2.0 ** -u[:, 1],
            "atan2(u1, u2) * pi / e": np.arctan2(u[:, 0], u[:, 1]) * np.pi / np.e,
            "max(exp(u1), 1 / u2)": np.maximum(np.exp(u[:, 0]), 1 / u[:, 1]),
        }.items():
            np.testing.assert_allclose(formulas.Parametrisation(text, 1).points(u[:, :2])[:, 0], value)
        for text in ("u1; u2", "import os", "u1.real", "open(u1)", "u1 ** 2", "(lambda: u1)()", "[u1]", "3", "'u1'"):
            with self.assertRaises(kith.ModelFileError, msg=text):
                formulas.Parametrisation(text, 1)

    def test_rankings_are_orders(self):
        self.assertEqual([[-1.0], [1.0]], sorted(sets._orders(1).tolist()))
        orders = {tuple(row) for row in sets._orders(3).tolist()}
        self.assertEqual(6, len(orders))
        self.assertNotIn((1.0, -1.0, 1.0), orders)  # 1 before 2, 3 before 1, 2 before 3


if __name__ == "__main__":
    unittest.main()
