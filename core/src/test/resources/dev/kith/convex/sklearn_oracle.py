"""Writes oracle.csv (the data) and oracle.txt (coefficients, intercept last) with scikit-learn; run in this directory.

Ridge(alpha = 3), SVC(kernel = linear, C = 0.5), LogisticRegression(C = 0.5): all without penalty on the intercept.
"""
import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import SVC

rng = np.random.default_rng(7)
x = np.round(rng.normal(size=(40, 3)) + [0, 1, -2], 6)
y = np.round(x @ [1.0, -2.0, 0.5] + 3 + rng.normal(size=40), 6)
sign = np.where(y > np.median(y) - 1, 1, -1)
np.savetxt("oracle.csv", np.column_stack([x, y, sign]), delimiter=",", header="x1,x2,x3,y,sign", comments="", fmt="%.6f")
ridge = Ridge(alpha=3, tol=1e-14).fit(x, y)
svm = SVC(kernel="linear", C=0.5, tol=1e-12).fit(x, sign)
logistic = LogisticRegression(C=0.5, tol=1e-14, max_iter=100000).fit(x, sign)
with open("oracle.txt", "w") as out:
    out.write("# scikit-learn %s, sklearn_oracle.py\n" % sklearn.__version__)
    for name, m in ("squared", ridge), ("hinge", svm), ("logistic", logistic):
        out.write("%s %s\n" % (name, " ".join("%.12g" % v for v in [*np.ravel(m.coef_), float(np.ravel(m.intercept_)[0])])))
