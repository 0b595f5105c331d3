"""Makes the files that test_java.py compares with: python3 python/tests/make_data.py [NAME...]

Each case is a table fitted and predicted by the command line: DIRECTORY/NAME.kith, NAME.rows.csv (rows it has not seen) and
NAME.json with what Java says of them. Run it for a new case or a new version of the file; it needs ./kith.
"""

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
KITH = str(HERE.parents[1] / "kith")
DATA = HERE / "data"


def run(*arguments):
    done = subprocess.run([KITH, *map(str, arguments)], capture_output=True, text=True, cwd=HERE)
    if done.returncode:
        raise SystemExit(f"kith {' '.join(map(str, arguments))}\n{done.stderr}{done.stdout}")
    return done.stdout


def write(path, table):
    with open(path, "w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(table)
        lines.writerows(zip(*table.values()))


def read(text):
    rows = list(csv.DictReader(text.splitlines()))
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def long(rng, n, tasks=4):
    """Rows of numbers that belong to a task each; shops alike in pairs."""
    shop = rng.integers(0, tasks, n)
    x = rng.normal(size=(n, 3)).round(3)
    slopes = np.array([[1, -1, 0.5], [1.2, -0.8, 0.4], [-1, 1, 2], [-0.8, 1.1, 1.8]])[shop % 4]
    y = (x * slopes).sum(axis=1) + 0.3 * rng.normal(size=n) + shop
    return {"shop": [f"s{s}" for s in shop], **{f"x{j + 1}": x[:, j] for j in range(3)}, "y": y.round(4)}


def messy(rng, n):
    """Texts, dates, orders and missing cells of every sort."""
    table = long(rng, n)
    size = rng.integers(0, 3, n)
    day = np.datetime64("2021-01-01") + rng.integers(0, 1500, n)
    city = rng.integers(0, 70, n)
    table["size"] = [["low", "medium", "high"][s] if rng.random() > 0.1 else "" for s in size]
    table["kind"] = [["tea", "coffee", "\u00e9clair", "rare1", "rare2"][k] for k in rng.choice(5, n, p=[0.5, 0.3, 0.17, 0.02, 0.01])]
    table["open"] = [["yes", "No", "?"][k] for k in rng.choice(3, n, p=[0.5, 0.4, 0.1])]
    table["city"] = [f"c{c:02d}" for c in city]
    table["sku"] = [f"k{k}" for k in rng.integers(0, 40, n)]
    table["day"] = [f"{str(d)[8:]}/{str(d)[5:7]}/{str(d)[:4]} {h:02d}:{m:02d}" if rng.random() > 0.05 else "NA"
                    for d, h, m in zip(day, rng.integers(0, 24, n), rng.integers(0, 60, n))]  # fmt: skip
    table["x2"] = ["" if rng.random() < 0.12 else v for v in table["x2"]]
    table["y"] = (np.array(table["y"]) + size + 0.02 * city).round(4)
    return table


MESSY = ["--categorical", "kind,city", "--ordered", "size:low<medium<high", "--hashed", "sku:3", "--date", "day:dd/MM/yyyy"]
LONG = ["--task", "shop", "--target", "y"]


def positive(make):
    def made(rng, n):
        table = make(rng, n)
        return {**table, "y": np.exp(np.asarray(table["y"], float) / 2).round(4)}

    return made


def days(rng, n):
    """Rows of shops and of seven weekdays."""
    table = long(rng, n)
    day = rng.integers(0, 7, n)
    return {**table, "day": [f"d{d}" for d in day], "y": np.round(table["y"] + 0.4 * day - 0.1 * day**2, 4)}


def placed(rng, n):
    """With a column that says what a task is like."""
    table = long(rng, n)
    return {**table, "area": [1.5 * int(name[1:]) - 2 for name in table["shop"]]}


def counts(rng, n):
    table = long(rng, n)
    return {**table, "y": rng.poisson(np.exp(np.clip(table["y"] / 3, -3, 3)))}


def two(rng, n):
    table = long(rng, n)
    return {**table, "y": np.where(table["y"] > 1.5, "yes", "no")}


def mixed(rng, n):
    table = long(rng, n)
    shop = np.array(table["shop"])
    return {**table, "y": np.where(shop == "s0", (table["y"] > 0).astype(int), table["y"])}


def wide(rng, n):
    x = rng.normal(size=(n, 3)).round(3)
    w = np.array([[1, 0.9, -0.5], [0.5, 0.6, 1], [0, 0.1, 2]])
    y = (x @ w + 0.2 * rng.normal(size=(n, 3))).round(4)
    return {**{f"x{j + 1}": x[:, j] for j in range(3)}, **{f"y{t + 1}": y[:, t] for t in range(3)}}


def circle(rng, n):
    x = rng.normal(size=(n, 2)).round(3)
    a = x[:, 0] + 0.3 * x[:, 1] ** 2
    return {"x1": x[:, 0], "x2": x[:, 1], "c": np.cos(a).round(4), "s": np.sin(a).round(4)}


def shares(rng, n):
    x = rng.normal(size=(n, 2)).round(3)
    z = np.exp(x @ np.array([[1, -1, 0], [0, 1, -1]]) + 0.2 * rng.normal(size=(n, 3)))
    return {"x1": x[:, 0], "x2": x[:, 1], **dict(zip("abc", (z / z.sum(axis=1, keepdims=True)).T.round(5)))}


def species(rng, n):
    x = rng.normal(size=(n, 3)).round(3)
    z = x @ rng.normal(size=(3, 3)) + 0.5 * rng.normal(size=(n, 3))
    return {**{f"x{j + 1}": x[:, j] for j in range(3)}, "kind": np.array(["cat", "dog", "emu"])[z.argmax(axis=1)],
            "land": np.array(["north", "south"])[rng.integers(0, 2, n)]}  # fmt: skip


def words(rng, n):
    texts = ["".join(rng.choice(list("abc\u00e9"), rng.integers(4, 9))) for _ in range(n)]
    shop = rng.integers(0, 3, n)
    y = [t.count("ab") - t.count("c") + 0.5 * s for t, s in zip(texts, shop)]
    return {"shop": [f"s{s}" for s in shop], "word": texts, "y": np.round(np.array(y) + 0.1 * rng.normal(size=n), 4),
            "x1": rng.normal(size=n).round(3)}  # fmt: skip


def two_words(rng, n):
    table = words(rng, n)
    return {**table, "y": ["yes" if value > 0.3 else "no" for value in table["y"]]}


WIDE = ["--targets", "y1,y2,y3"]
WORDS = ["--task", "shop", "--target", "y"]
FIXED = ["--lambda", "0.1"]

#: By name: the table, rows to learn from, options of fit, and of the predictions to compare.
CASES = {
    "linear": (long, 120, [*LONG, "--method", "mtfl", *FIXED, "--calibrate"], [["--interval", "0.8"], ["--interval", "0.9", "--interval-by", "gp"], ["--all-tasks"]]),
    "groups": (long, 90, [*LONG, "--method", "mean", "--gamma", "2", *FIXED], [[]]),
    "strangers": (placed, 90, [*LONG, "--method", "mean", "--gamma", "2", *FIXED, "--intercept-cost", "1"], [["--unknown", "common"], ["--unknown", "missing"], ["--unknown", "attributes"]]),
    "strangers-log": (positive(long), 90, [*LONG, "--method", "mean", "--gamma", "2", *FIXED, "--transform", "log"], [["--unknown", "common"]]),
    "strangers-two": (two, 90, [*LONG, "--method", "mean", "--gamma", "2", *FIXED], [["--unknown", "common"]]),
    "strangers-mixed-model": (long, 90, [*LONG, "--method", "mixed"], [["--unknown", "common"]]),
    "crossed": (days, 140, ["--task", "shop", "--task", "day", "--target", "y", "--method", "mixed", "--random", "x1"], [[], ["--all-tasks"]]),
    "strangers-crossed": (days, 140, ["--task", "shop", "--task", "day", "--target", "y", "--method", "mixed"], [["--unknown", "common"], ["--unknown", "missing"]]),
    "tree": (long, 90, [*LONG, "--method", "tree", "--gamma", "2", "--tree", "FOLDER/tree.nwk", *FIXED], [[]]),
    "graph": (long, 90, [*LONG, "--method", "graph", "--gamma", "0.5", "--graph", "FOLDER/graph.csv", *FIXED], [[]]),
    "messy": (messy, 300, [*LONG, *MESSY, "--method", "mean", "--gamma", "1", *FIXED], [[], ["--all-tasks"]]),
    "log": (positive(messy), 250, [*LONG, "--categorical", "kind", "--drop", "size,city,sku,day", "--method", "stl", *FIXED, "--transform", "log", "--calibrate"], [["--interval", "0.7"]]),
    "log1p": (positive(long), 120, [*LONG, "--method", "mean", "--gamma", "1", *FIXED, "--transform", "log1p", "--calibrate"], [["--interval", "0.8"]]),
    "sqrt": (positive(long), 120, [*LONG, "--method", "stl", "--kernel", "gaussian:2", *FIXED, "--transform", "sqrt"], [[]]),
    "counts": (counts, 120, [*LONG, "--method", "mean", "--gamma", "1", "--loss", "poisson", *FIXED], [[]]),
    "mixed": (mixed, 160, [*LONG, "--method", "mean", "--gamma", "1", "--loss", "auto", *FIXED], [[]]),
    "two": (two, 160, [*LONG, "--method", "mtrl", *FIXED, "--calibrate"], [["--decision"], ["--probabilities", "isotonic"], ["--probabilities", "loss"]]),
    "hinge": (two, 120, [*LONG, "--method", "mean", "--gamma", "1", "--loss", "hinge", *FIXED], [["--decision"]]),
    "wide": (wide, 60, [*WIDE, "--method", "okl", *FIXED, "--calibrate"], [["--interval", "0.8"], ["--interval", "0.7", "--joint"], ["--interval", "0.9", "--interval-by", "gp", "--joint"]]),
    "gaussian": (long, 60, [*LONG, "--method", "mean", "--gamma", "1", "--kernel", "gaussian:2", *FIXED, "--calibrate"], [["--interval", "0.8", "--interval-by", "gp"]]),
    "laplace": (wide, 40, [*WIDE, "--method", "mtfl", "--kernel", "laplace:3", *FIXED], [[]]),
    "polynomial": (wide, 40, [*WIDE, "--method", "stl", "--kernel", "polynomial:3:0.5", *FIXED], [[]]),
    "unit": (wide, 40, [*WIDE, "--method", "stl", "--kernel", "unit:gaussian:1", *FIXED], [[]]),
    "fourier": (long, 80, [*LONG, "--method", "stl", "--kernel", "gaussian:2", "--approximate", "fourier:20", *FIXED], [[]]),
    "landmarks": (long, 80, [*LONG, "--method", "stl", "--kernel", "gaussian:2", "--approximate", "landmarks:20", *FIXED], [[]]),
    "spectrum": (words, 60, [*WORDS, "--drop", "x1", "--strings", "word", "--kernel", "spectrum:2", "--method", "stl", *FIXED], [[]]),
    "degree": (words, 60, [*WORDS, "--drop", "x1", "--strings", "word", "--kernel", "weighted-degree:3", "--method", "stl", *FIXED], [[]]),
    "sum": (words, 60, [*WORDS, "--kernel", "spectrum:2@word", "--kernel", "gaussian:2@x1", "--method", "mean", "--gamma", "1", *FIXED], [[]]),
    "structures": (long, 60, [*LONG, "--kernel", "gaussian:2@x1,x2", "--kernel", "linear@x3", "--method", "mtfl", "--structures", "each", *FIXED], [[]]),
    "mkl": (two, 120, [*LONG, "--method", "mkl", "--tree", "auto"], [["--decision"]]),
    "spectra": (two_words, 90, [*WORDS, "--drop", "x1", "--strings", "word", "--kernel", "spectrum:2", "--method", "mkl", "--strings-hash", "6", "--mismatches", "1"], [["--decision"]]),
    "degrees": (two_words, 90, [*WORDS, "--drop", "x1", "--strings", "word", "--kernel", "weighted-degree:3", "--method", "mkl", "--strings-hash", "5"], [["--decision"]]),
    "products": (two, 90, [*LONG, "--method", "vanilla", "--kernel", "polynomial:3:0.5", "--explicit", "yes"], [["--decision"]]),
    "pairs": (two, 90, [*LONG, "--method", "vanilla", "--kernel", "polynomial:2", "--explicit", "yes"], [["--decision"]]),
    "softmax": (species, 120, ["--classes", "kind", "--drop", "land", "--method", "mtfl", "--loss", "softmax", *FIXED], [[]]),
    "classes": (species, 120, ["--classes", "kind", "--drop", "land", "--method", "stl", "--loss", "hinge", *FIXED, "--calibrate"], [["--decision"]]),
    "choice": (species, 200, ["--classes", "kind", "--task", "land", "--method", "mean", "--gamma", "1", *FIXED], [[]]),
    "order": (species, 200, ["--classes", "kind", "--order", "cat,dog,emu", "--task", "land", "--method", "stl", *FIXED], [[]]),
    "coded": (species, 120, ["--classes", "kind", "--drop", "land", "--method", "coding", "--coding", "simplex", *FIXED], [["--decision"]]),
    "boosted": (messy, 200, [*LONG, *MESSY, "--method", "boosted", "--trees", "12"], [[]]),
    "feature": (long, 60, [*LONG, "--method", "mean", "--gamma", "1", "--features-from", "boosted", *FIXED], [[]]),
    "sphere": (circle, 40, ["--targets", "c,s", "--method", "constrained", "--constraint", "sphere", "--kernel", "gaussian:1", *FIXED], [[]]),
    "simplex": (shares, 40, ["--targets", "a,b,c", "--method", "constrained", "--constraint", "simplex", "--kernel", "gaussian:1", *FIXED, "--perturbed", "0.5"], [[]]),
    "affine": (shares, 40, ["--targets", "a,b,c", "--method", "constrained", "--constraint", "a + b + c = 1", "--kernel", "gaussian:1", *FIXED], [[]]),
    "parametrised": (circle, 40, ["--targets", "c,s", "--method", "parametrised", "--constraint", "sphere", "--kernel", "gaussian:1", *FIXED], [[]]),
    "softmaxed": (shares, 40, ["--targets", "a,b,c", "--method", "parametrised", "--constraint", "simplex", *FIXED], [[]]),
    "ontop": (shares, 40, ["--targets", "a,b,c", "--method", "mtrl", *FIXED, "--constraint", "simplex"], [[]]),
    "ensemble": (long, 80, ["compare", *LONG, "--methods", "stl,pooled,mtfl", "--save", "ensemble"], [[]]),
    "ensemble-log": (positive(long), 80, ["compare", *LONG, "--methods", "stl,pooled,mtfl", "--save", "ensemble", "--transform", "log", "--calibrate"], [["--interval", "0.8"]]),
    "ensemble-two": (two, 120, ["compare", *LONG, "--methods", "stl,pooled,mtfl", "--save", "ensemble", "--calibrate"], [["--decision"], ["--probabilities", "isotonic"]]),
    "boosted-log": (positive(long), 120, [*LONG, "--method", "boosted", "--trees", "8", "--transform", "log", "--calibrate"], [["--interval", "0.8"]]),
    "boosted-two": (two, 120, [*LONG, "--method", "boosted", "--trees", "8"], [["--decision"]]),
    "multiclass": (species, 90, ["--classes", "kind", "--task", "land", "--method", "mean", "--gamma", "1", "--loss", "multiclass-hinge", *FIXED], [[]]),
    "best-other": (species, 90, ["--classes", "kind", "--drop", "land", "--method", "stl", "--loss", "multiclass-hinge", *FIXED], [["--decision"]]),
    "box": (shares, 40, ["--targets", "a,b,c", "--method", "constrained", "--constraint", "box:0.1:0.7", "--kernel", "gaussian:1", *FIXED], [[]]),
}


def make(name):
    table, n, fit, predicts = CASES[name]
    rng = np.random.default_rng(sum(name.encode()))
    model, rows = DATA / f"{name}.kith", DATA / f"{name}.rows.csv"
    with tempfile.TemporaryDirectory() as folder:
        train = Path(folder) / "train.csv"
        write(train, table(rng, n))
        (Path(folder) / "tree.nwk").write_text("((s0:1,s1:2)a:1,(s2:1,s3:1)b:0.5)root;\n")
        (Path(folder) / "graph.csv").write_text("task,task,weight\ns0,s1,2\ns2,s3,1\ns1,s2,0.25\n")
        fit = [word.replace("FOLDER", folder) for word in fit]
        command, *options = fit if fit[0] == "compare" else ["fit", *fit]
        more = ["--report", Path(folder) / "r.html", "--json", Path(folder) / "r.json"] if command == "compare" else []
        run(command, train, *options, *more, "-o", model, "--quiet", "--threads", "1")
    fresh = table(rng, 9)
    labels = {"y", "y1", "y2", "y3", "c", "s", "a", "b", "kind"} if "--classes" in fit else {"y", "y1", "y2", "y3", "c", "s", "a", "b"}
    if "strangers" in name:
        fresh["shop"] = ["elsewhere", "nowhere", *fresh["shop"][2:]]
    if name == "strangers-crossed":
        fresh["day"] = [*fresh["day"][:5], "holiday", *fresh["day"][6:]]
    if name == "messy":
        fresh["kind"] = ["tea", "new", "", "coffee", "\u00e9clair", "rare1", "NA", "tea", "tea"]
        fresh["city"] = ["c01", "nowhere", "", *fresh["city"][3:]]
    write(rows, {key: column for key, column in fresh.items() if key not in labels})
    said = [{"options": options, "table": read(run("predict", model, rows, "--quiet", *options))} for options in predicts]
    shown = json.loads(run("show", model, "--json"))
    kept = {"structure": shown.get("structure"), "predictions": said}
    (DATA / f"{name}.json").write_text(json.dumps(kept, ensure_ascii=False) + "\n", encoding="utf-8")
    print(name, model.stat().st_size, "bytes")


if __name__ == "__main__":
    DATA.mkdir(exist_ok=True)
    for one in sys.argv[1:] or CASES:
        make(one)
