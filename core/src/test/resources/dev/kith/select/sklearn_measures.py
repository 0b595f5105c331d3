"""Writes measures.csv (task, class, label, numeric and decision predictions, weight) and measures.txt (what scikit-learn
says, task by task, with and without weights); run in this directory.

Task c has one class and equal labels: nothing that needs two classes or a variance is defined there.
"""
import numpy as np
import sklearn
from sklearn.metrics import (average_precision_score, d2_tweedie_score, log_loss, mean_absolute_error,
                             mean_pinball_loss, mean_poisson_deviance, mean_squared_error, r2_score, roc_auc_score,
                             zero_one_loss)

rng = np.random.default_rng(11)
n = 60
task = np.array(list("ab"))[rng.integers(0, 2, n)]
task[:8] = "c"
y = np.round(rng.normal(size=n) * 3 + 10, 4)
y[:8] = 4
z = np.round(y + rng.normal(size=n), 4)
sign = np.where(rng.random(n) < 0.4, 1, -1)
sign[:8] = -1
decision = np.round(sign * 0.5 + rng.normal(size=n), 1)  # one decimal: ties
weight = np.round(rng.random(n) * 2, 3)
weight[rng.random(n) < 0.1] = 0
with open("measures.csv", "w") as out:
    out.write("task,y,z,sign,decision,weight\n")
    for row in zip(task, y, z, sign, decision, weight):
        out.write("%s,%.4f,%.4f,%d,%.1f,%.3f\n" % row)


def measures(keep, w):
    t, p, s, d, w = y[keep], z[keep], sign[keep], decision[keep], w[keep]
    yield "mse", mean_squared_error(t, p, sample_weight=w)
    yield "rmse", mean_squared_error(t, p, sample_weight=w, squared=False)
    yield "mae", mean_absolute_error(t, p, sample_weight=w)
    yield "pinball:0.8", mean_pinball_loss(t, p, sample_weight=w, alpha=0.8)
    yield "deviance", mean_poisson_deviance(t, p, sample_weight=w)
    yield "error", zero_one_loss(s, np.where(d >= 0, 1, -1), sample_weight=w)
    yield "log-loss", log_loss(s, 1 / (1 + np.exp(-d)), sample_weight=w, labels=[-1, 1])
    if len(set(t)) > 1:
        r2 = r2_score(t, p, sample_weight=w)
        yield "nmse", 1 - r2
        yield "explained-variance", r2
        yield "explained-deviance", d2_tweedie_score(t, p, sample_weight=w, power=1)
        for name, level in ("nmae", 0.5), ("npinball:0.8", 0.8):  # over the best constant, found among the labels
            best = min(mean_pinball_loss(t, np.full(len(t), c), sample_weight=w, alpha=level) for c in t)
            yield name, mean_pinball_loss(t, p, sample_weight=w, alpha=level) / best
        yield "auc", roc_auc_score(s, d, sample_weight=w)
        yield "average-precision", average_precision_score(s, d, sample_weight=w)


with open("measures.txt", "w") as out:
    out.write("# scikit-learn %s, sklearn_measures.py\n" % sklearn.__version__)
    for weighted, w in ("weighted", weight), ("unweighted", np.ones(n)):
        for which in ["a", "b", "c", "all"]:
            keep = np.ones(n, bool) if which == "all" else task == which
            for name, value in measures(keep, w):
                out.write("%s %s %s %.12g\n" % (weighted, which, name, value))
