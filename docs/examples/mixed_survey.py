"""Scores and purchases of computer_survey in one fit and apart; needs numpy, and a built ./kith at the project's root.

    python3 docs/examples/mixed_survey.py DATA_DIRECTORY WORK_DIRECTORY [METHOD ...]
"""
import csv
import gzip
import pathlib
import subprocess
import sys

import numpy as np

KITH = pathlib.Path(__file__).parents[2] / "kith"


def rows(data):
    """Every other person also says whether the score is at least 6."""
    with gzip.open(data / "computer_survey" / "computer_survey.csv.gz", "rt") as lines:
        for row in csv.DictReader(lines):
            person, profile, y = int(row["task"]), int(row["profile"]), float(row["y"])
            x = [row[f"x{j}"] for j in range(2, 15)]
            yield f"score{person:03d}", y, profile, x
            if person % 2 == 1:
                yield f"buys{person:03d}", int(y >= 6), profile, x


def write(path, chosen):
    with open(path, "w", newline="") as out:
        table = csv.writer(out)
        table.writerow(["task", "y"] + [f"x{j}" for j in range(2, 15)])
        table.writerows([task, y] + x for task, y, _, x in chosen)


def auc(labels, scores):
    pairs = [(a > b) + (a == b) / 2 for a in scores[labels == 1] for b in scores[labels == 0]]
    return np.mean(pairs)


def measured(work, kind, method):
    model, out = work / f"{kind}.kith", work / f"{kind}.predicted.csv"
    subprocess.run([KITH, "fit", work / f"{kind}.train.csv", "--task", "task", "--target", "y", "--loss", "auto",
                    "--method", method, "-o", model, "--quiet"], check=True)
    subprocess.run([KITH, "predict", model, work / f"{kind}.test.csv", "-o", out, "--quiet"], check=True)
    truth = list(csv.DictReader(open(work / f"{kind}.test.csv")))
    pairs = list(zip(csv.DictReader(open(out)), truth))
    scores = np.array([[float(p["prediction"]), float(t["y"])] for p, t in pairs if p["task"].startswith("score")])
    buys = np.array([[float(p["prediction"]), float(p["probability"]), float(t["y"])]
                     for p, t in pairs if p["task"].startswith("buys")])
    found = {}
    if len(scores):
        found["RMSE"] = np.sqrt(np.mean((scores[:, 0] - scores[:, 1]) ** 2))
    if len(buys):
        found["wrong"] = np.mean(buys[:, 0] != buys[:, 2])
        found["AUC"] = auc(buys[:, 2], buys[:, 1])
    return found


def main():
    data, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    everything = list(rows(data))
    kinds = {"together": ("score", "buys"), "scores": ("score",), "purchases": ("buys",)}
    for kind, starts in kinds.items():
        chosen = [row for row in everything if row[0].startswith(starts)]
        write(work / f"{kind}.train.csv", [row for row in chosen if row[2] <= 16])
        write(work / f"{kind}.test.csv", [row for row in chosen if row[2] > 16])
    for method in sys.argv[3:] or ["stl", "mean", "okl", "mtfl", "mtrl", "cluster"]:
        apart = measured(work, "scores", method) | measured(work, "purchases", method)
        for name, value in measured(work, "together", method).items():
            print(f"{method:8} {name:6} together {value:.4f}  apart {apart[name]:.4f}")


main()
