"""Kith beside what people use instead, on the same rows and folds.

  bench/run rivals [--data DIR] [--only NAME,...] [--folds N] [--method NAME] [--options "..."] [--json FILE] [--keep DIR]

Ours is `kith compare TRAIN --save best` and `kith predict`: the method is chosen inside the training rows, the test rows are only predicted.
With --method it is `kith fit TRAIN --method NAME` instead.
Rivals: scikit-learn's ridge per task, boosted trees with the task as a category, the same with the task's mean, lme4 with a random
intercept and with random slopes; each where python3-sklearn and r-cran-lme4 are installed. The seven published tables come from
DIR/rivals (default: ../shared/data), twelve others from R packages that are installed (rivals/export.R); rivals/tables.py says what each is asked.
Four more are simulated, each with something that must come out (rivals/simulated.py).
Prints root mean squared errors over all held-out rows with 95% intervals of ours against the best rival (rows are resampled by task).
"""
import argparse
import csv
import gzip
import json
import math
import pathlib
import random
import shutil
import sys
import tempfile

import measure
from rivals import simulated, tables

HERE = pathlib.Path(__file__).resolve().parent
KITH = HERE.parent / "kith"
RIVALS = ("ridge", "boosted", "boosted-mean", "lme4", "lme4-slopes")
LIMIT = 1800


def read(path):
    with (gzip.open if str(path).endswith(".gz") else open)(path, "rt", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def dealt(tasks, folds):
    """Folds dealt inside each task in shuffled order, so that every task is in most of them."""
    order, turn, fold = list(range(len(tasks))), {}, [0] * len(tasks)
    draw = random.Random(1)
    draw.shuffle(order)
    for i in order:
        turn.setdefault(tasks[i], draw.randrange(folds))
        fold[i] = turn[tasks[i]]
        turn[tasks[i]] = (fold[i] + 1) % folds
    return fold


class Table:
    """A table and who tests which rows when."""

    def __init__(self, name, asked, path, splits=None):
        self.name, self.asked = name, asked
        self.header, self.rows = read(path)
        tasks = self.column(asked.task)
        if splits:
            names, marks = read(splits)
            self.tests = [[i for i, row in enumerate(marks) if row[k] == "test"] for k in range(len(names))]
        else:
            fold = dealt(tasks, asked.folds)
            self.tests = [[i for i, f in enumerate(fold) if f == k] for k in range(asked.folds)]

    def column(self, name):
        at = self.header.index(name)
        return [row[at] for row in self.rows]


def found(options, work):
    """The tables that are here, the published ones first."""
    wanted = set(options.only.split(",")) if options.only else None
    data = pathlib.Path(options.data) / "rivals"
    exported = work / "tables"
    if shutil.which("Rscript"):
        measure.run(["Rscript", str(HERE / "rivals" / "export.R"), str(exported)], LIMIT)
    for name, asked in tables.PUBLISHED.items():
        path = data / f"{name}.csv.gz"
        if path.exists() and (not wanted or name in wanted):
            yield Table(name, asked, path, data / f"{name}.split.csv.gz")
    for name, asked in tables.EXPORTED.items():
        path = exported / f"{name}.csv"
        if path.exists() and (not wanted or name in wanted):
            yield Table(name, asked, path)
    for name, asked in simulated.ASKED.items():
        if not wanted or name in wanted:
            path = work / "tables" / f"{name}.csv"
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, *simulated.written(name))
            yield Table(name, asked, path)


class Fold:
    """One fold on disk, and who has predicted it."""

    def __init__(self, table, k, work, options):
        self.asked, self.options = table.asked, options
        self.at = work / table.name / str(k)
        self.at.mkdir(parents=True)
        tested = set(table.tests[k])
        write(self.at / "train.csv", table.header, [row for i, row in enumerate(table.rows) if i not in tested])
        write(self.at / "test.csv", table.header, [table.rows[i] for i in table.tests[k]])

    def ours(self):
        """Predictions, seconds, megabytes, and what was chosen."""
        asked, train = self.asked, str(self.at / "train.csv")
        named = ["--categorical", ",".join(asked.categories)] if asked.categories else []
        model = str(self.at / "best.kith")
        method = self.options.method
        compared = measure.run(
            [str(KITH), "fit" if method else "compare", train, "--task", asked.task, "--target", asked.target, *named, "--seed", "1",
             *self.options.options.split(), *(["--method", method] if method else ["--save", "best"]), "-o", model], LIMIT)
        if compared.code != 0:
            return None, compared, compared.error.strip()[-300:]
        out = self.at / "ours.csv"
        predicted = measure.run([str(KITH), "predict", model, str(self.at / "test.csv"), "-o", str(out)], LIMIT)
        if predicted.code != 0:
            return None, predicted, predicted.error.strip()[-300:]
        shown = measure.run([str(KITH), "show", model, "--json"], LIMIT)
        method = json.loads(shown.out)["method"] if shown.code == 0 else "?"
        both = measure.Run(
            compared.seconds + predicted.seconds, compared.cpu + predicted.cpu, max(compared.mb, predicted.mb), 0, "", "")
        return self.numbers(out), both, method

    def rival(self, kind):
        out = str(self.at / f"{kind}.csv")
        files = [str(self.at / "train.csv"), str(self.at / "test.csv"), self.asked.task, self.asked.target]
        if kind.startswith("lme4"):
            slopes = ",".join(self.asked.slopes) if kind == "lme4-slopes" else "-"
            if kind == "lme4-slopes" and not self.asked.slopes:
                return None, None, "no slopes asked"
            command = ["Rscript", str(HERE / "rivals" / "lme4.R"), *files, slopes, out]
        else:
            command = ["/usr/bin/python3", str(HERE / "rivals" / "peers.py"), kind, *files, ",".join(self.asked.categories), out]
        done = measure.run(command, LIMIT)
        return (self.numbers(out), done, "") if done.code == 0 else (None, done, done.error.strip()[-300:])

    @staticmethod
    def numbers(path):
        header, rows = read(path)
        at = header.index("prediction")
        return [float(row[at]) for row in rows]


def squares(table, predictions):
    """Squared errors of all held-out rows, by task."""
    target, task = table.column(table.asked.target), table.column(table.asked.task)
    by_task = {}
    for test, predicted in zip(table.tests, predictions):
        for i, value in zip(test, predicted):
            by_task.setdefault(task[i], []).append((float(target[i]) - value) ** 2)
    return by_task


def rmse(by_task):
    every = [e for errors in by_task.values() for e in errors]
    return math.sqrt(sum(every) / len(every))


def interval(ours, theirs, draws=2000):
    """How much smaller our error is than theirs, in percent: 2.5% and 97.5% of resampled tasks."""
    names, draw, found_ = list(ours), random.Random(2), []
    a = {name: (sum(ours[name]), len(ours[name])) for name in names}
    b = {name: sum(theirs[name]) for name in names}
    for _ in range(draws):
        picked = draw.choices(names, k=len(names))
        mine, other = sum(a[name][0] for name in picked), sum(b[name] for name in picked)
        found_.append(100 * (1 - math.sqrt(mine / other)))
    found_.sort()
    return found_[int(0.025 * draws)], found_[int(0.975 * draws)]


def measured(table, work, options):
    """The row of a table: errors, times and what was chosen."""
    folds = range(min(len(table.tests), options.folds or len(table.tests)))
    table.tests = [table.tests[k] for k in folds]
    predictions, seconds, memory, notes = {}, {}, {}, {}
    for k in folds:
        fold = Fold(table, k, work, options)
        kinds = ["ours", *(kind for kind in RIVALS if kind not in options.without)]
        for kind in kinds:
            values, run, note = fold.ours() if kind == "ours" else fold.rival(kind)
            if run is not None:
                seconds[kind] = seconds.get(kind, 0) + run.seconds
                memory[kind] = max(memory.get(kind, 0), run.mb)
            if note:
                notes.setdefault(kind, []).append(note)
            if values is not None:
                predictions.setdefault(kind, []).append(values)
    errors = {kind: squares(table, all_) for kind, all_ in predictions.items() if len(all_) == len(table.tests)}
    row = {"table": table.name, "rows": len(table.rows), "tasks": len(set(table.column(table.asked.task))), "folds": len(table.tests),
           "rmse": {kind: rmse(e) for kind, e in errors.items()}, "seconds": seconds, "mb": memory, "notes": notes}
    rivals = [kind for kind in errors if kind != "ours"]
    if "ours" in errors and rivals:
        best = min(rivals, key=lambda kind: row["rmse"][kind])
        row["best"] = best
        row["ahead"] = 100 * (1 - row["rmse"]["ours"] / row["rmse"][best])
        row["interval"] = interval(errors["ours"], errors[best])
    return row


def line(row):
    cells = [f"{row['table']} ({row['rows']:,} / {row['tasks']:,})"]
    cells += [f"{row['rmse'][kind]:.4g}" if kind in row["rmse"] else "-" for kind in ("ours", *RIVALS)]
    if "ahead" in row:
        cells.append("{:+.1f}% ({:+.1f} to {:+.1f}), {}".format(row["ahead"], *row["interval"], row["best"]))
    else:
        cells.append("-")
    theirs = sum(s for kind, s in row["seconds"].items() if kind != "ours")
    cells.append(f"{row['seconds'].get('ours', math.nan):.0f} / {theirs:.0f} s, {row['mb'].get('ours', math.nan):.0f} MB")
    chosen = row["notes"].get("ours", [])
    cells.append(", ".join(f"{method} {chosen.count(method)}" for method in dict.fromkeys(chosen)))
    return "| " + " | ".join(cells) + " |"


def main(arguments):
    parser = argparse.ArgumentParser(prog="bench/run rivals", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=str(HERE.parent.parent / "shared" / "data"))
    parser.add_argument("--only")
    parser.add_argument("--folds", type=int, help="only the first N folds")
    parser.add_argument("--without", default="", help="rivals to leave out")
    parser.add_argument("--method", help="fit this one in place of a comparison")
    parser.add_argument("--options", default="", help="more options for kith compare or fit, in one argument")
    parser.add_argument("--json")
    parser.add_argument("--keep", help="a directory for folds and predictions")
    options = parser.parse_args(arguments)
    options.without = set(options.without.split(","))
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(options.keep or scratch)
        load = measure.OtherLoad()
        print("| table (rows / tasks) | Kith | ridge per task | boosted | boosted + mean | lme4 | lme4 slopes | ours against the best | time ours / rivals | chosen in the folds |")
        print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
        rows = []
        for table in found(options, work):
            rows.append(measured(table, work, options))
            print(line(rows[-1]), flush=True)
            for kind, notes in rows[-1]["notes"].items():
                if kind != "ours" or kind not in rows[-1]["rmse"]:
                    print(f"  {kind}: {notes[0]}", file=sys.stderr)
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))
        busy = load.cores()
        print(f"\nOthers kept {busy:.1f} cores busy." if busy is not None else "")


if __name__ == "__main__":
    main(sys.argv[1:])
