"""Writes calibration.csv (decisions, classes, weights) and calibration.txt (what scikit-learn makes of them).

Run in this directory: python3 sklearn_calibration.py
"""
import numpy as np
import sklearn
from sklearn.calibration import _sigmoid_calibration
from sklearn.isotonic import IsotonicRegression

random = np.random.RandomState(7)
n = 80
z = np.round(random.normal(0.3, 1.4, n), 1)  # one digit: some decisions are equal
y = np.where(random.uniform(size=n) < 1 / (1 + np.exp(-(2.0 * z - 1))), 1, -1)
w = np.round(random.uniform(0.5, 2, n), 2)
with open("calibration.csv", "w") as file:
    file.write("z,y,w\n")
    for row in zip(z, y, w):
        file.write("%s,%s,%s\n" % row)
a, b = _sigmoid_calibration(z, y)
isotonic = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(z, (y + 1) / 2, w)
grid = np.linspace(-5, 5, 101)
with open("calibration.txt", "w") as file:
    file.write("# scikit-learn %s: slope and offset of Platt's sigmoid, then isotonic values at -5, -4.9, ..., 5\n" % sklearn.__version__)
    file.write("%r\n%r\n" % (float(-a), float(-b)))
    for value in isotonic.predict(grid):
        file.write("%r\n" % float(value))
