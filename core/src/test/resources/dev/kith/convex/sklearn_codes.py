"""Writes codes.txt: the classes of classes.csv learned as numbers that code them, by scikit-learn (run with Python 3.11,
numpy 1.24, scikit-learn 1.2.1).

Objective: sum over rows of |L e_y - f(x)|^2 + alpha |W|^2, alpha 0.5, intercepts free, nothing standardised.

ridge     RidgeClassifier: weights (and intercept) of each class
simplex   Ridge on the corners of a regular simplex, made from the eigenvectors of I - 11'/C: distances to the codes, row by row
codes     a code matrix drawn at random, row by row
outputs   Ridge on those codes: weights and intercept of each output
classes   the class whose code is nearest, row by row
"""

import csv

import numpy as np
from sklearn.linear_model import Ridge, RidgeClassifier

rows = list(csv.reader(open("classes.csv")))[1:]
X = np.array([[float(v) for v in row[:3]] for row in rows])
own = np.array([int(row[3][1:]) for row in rows])
k = own.max() + 1
alpha = 0.5


def line(name, values):
    print(name, *("%.15g" % v for v in values), file=out)


def stacked(model):
    return [v for w, b in zip(model.coef_, model.intercept_) for v in [*w, b]]


def distances(model, L):
    return np.linalg.norm(model.predict(X)[:, :, None] - L[None], axis=1)


with open("codes.txt", "w") as out:
    line("ridge", stacked(RidgeClassifier(alpha=alpha).fit(X, own)))
    values, vectors = np.linalg.eigh(np.eye(k) - np.ones((k, k)) / k)
    L = vectors[:, 1:].T * np.sqrt(k / (k - 1))
    line("simplex", distances(Ridge(alpha=alpha).fit(X, L[:, own].T), L).ravel())
    L = np.round(np.random.default_rng(8).normal(size=(3, k)), 3)
    line("codes", L.ravel())
    model = Ridge(alpha=alpha).fit(X, L[:, own].T)
    line("outputs", stacked(model))
    line("classes", distances(model, L).argmin(axis=1))
