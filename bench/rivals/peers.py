"""What people use instead, on one fold: python3 bench/rivals/peers.py KIND TRAIN.csv TEST.csv TASK TARGET CATEGORIES OUT.csv

KIND: ridge (scikit-learn's RidgeCV per task, categories one-hot, the task's mean where it has one row),
boosted (HistGradientBoostingRegressor, the task as a category), boosted-mean (the same with the task's training mean as a feature,
its own row left out of it). Boosting: the better of two settings on a tenth of the training rows, rounds by early stopping there.
"""
import sys

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.preprocessing import StandardScaler

ALPHAS = np.logspace(-4, 4, 17)


def ridge(train, test, task, target, categories):
    rest = [c for c in train.columns if c not in (task, target)]
    both = pd.concat([train[rest], test[rest]])
    wide = pd.get_dummies(both, columns=list(categories)).astype(float)
    x, z = wide.iloc[: len(train)].to_numpy(), wide.iloc[len(train):].to_numpy()
    scale = StandardScaler().fit(x)
    x, z = scale.transform(x), scale.transform(z)
    y = train[target].to_numpy(float)
    out = np.full(len(test), y.mean())
    rows = train.groupby(task).indices
    for name, at in test.groupby(task).indices.items():
        own = rows.get(name)
        if own is not None and len(own) > 1:
            out[at] = RidgeCV(ALPHAS).fit(x[own], y[own]).predict(z[at])
        elif own is not None:
            out[at] = y[own].mean()
    return out


def boosted(train, test, task, target, categories, means):
    rest = [c for c in train.columns if c not in (task, target)]
    y = train[target].to_numpy(float)

    def coded(frame):
        columns = [frame[c].to_numpy(float) for c in rest if c not in categories]
        return columns + [codes[c].get_indexer(frame[c].astype(str)).astype(float) for c in (*categories, task)]

    codes = {c: pd.Index(sorted(set(train[c].astype(str)))) for c in (*categories, task)}
    x, z = coded(train), coded(test)
    first = len(rest) - len(categories)
    # The histogram trees take up to 255 values of a category; a task beyond those is an ordered number.
    categorical = [first + k for k, c in enumerate((*categories, task)) if len(codes[c]) <= 250]
    for frame in (x, z):
        for k in categorical:
            frame[k] = np.where(frame[k] < 0, np.nan, frame[k])
    if means:
        sums, counts = train.groupby(task)[target].agg("sum"), train.groupby(task)[target].agg("count")
        total, n = sums.reindex(train[task]).to_numpy(), counts.reindex(train[task]).to_numpy()
        x.append(np.where(n > 1, (total - y) / np.maximum(n - 1, 1), y.mean()))
        z.append((sums / counts).reindex(test[task]).fillna(y.mean()).to_numpy())
    x, z = np.column_stack(x), np.column_stack(z)
    pick = np.random.default_rng(0).random(len(y)) < 0.1
    best = None
    for settings in ({"learning_rate": 0.1, "max_leaf_nodes": 31}, {"learning_rate": 0.05, "max_leaf_nodes": 8}):
        trees = HistGradientBoostingRegressor(
            max_iter=500, early_stopping=True, n_iter_no_change=20, categorical_features=categorical, random_state=0, **settings)
        trees.fit(x[~pick], y[~pick])
        miss = float(np.mean((trees.predict(x[pick]) - y[pick]) ** 2)) if pick.any() else 0.0
        if best is None or miss < best[0]:
            best = (miss, settings)
    trees = HistGradientBoostingRegressor(
        max_iter=500, early_stopping=True, n_iter_no_change=20, categorical_features=categorical, random_state=0, **best[1])
    return trees.fit(x, y).predict(z)


def main(kind, train, test, task, target, categories, out):
    categories = tuple(c for c in categories.split(",") if c)
    train, test = pd.read_csv(train), pd.read_csv(test)
    if kind == "ridge":
        predicted = ridge(train, test, task, target, categories)
    else:
        predicted = boosted(train, test, task, target, categories, kind == "boosted-mean")
    pd.DataFrame({"prediction": predicted}).to_csv(out, index=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
