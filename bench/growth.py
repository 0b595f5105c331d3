"""Time and memory of kith fit as tasks, rows or features grow: bench/run growth [--quick|--full] [AXIS...]

Prints a Markdown table per axis (tasks, rows, features) with exponents: the slope of log seconds, and of log memory, over log
size, over all sizes and over the larger half of them. Rows come through a pipe from rows_data.py. Everything is measured from
outside.
"""
import argparse
import datetime
import math
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import measure
from all import python_with_peers, say

KITH = str(measure.ROOT / "kith")


class Axis:
    """One size grows, the others stand still."""

    def __init__(self, name, what, sizes, quick, full, methods):
        self.name, self.what, self.sizes, self.quick, self.full, self.methods = name, what, sizes, quick, full, methods

    def chosen(self, options):
        return self.quick if options.quick else self.sizes + (self.full if options.full else [])


AXES = [
    Axis(
        "tasks",
        "5 rows per task, 4 features, lambda 0.1",
        [10**k for k in range(2, 7)],
        [100, 200, 400],
        [],
        ["stl", "mean", "mtfl"],
    ),
    Axis(
        "rows",
        "1,000 tasks, 20 features, mtfl with lambda by 5 folds, through a pipe",
        [10**k for k in range(4, 8)],
        [10_000, 20_000],
        [10**8],
        ["mtfl"],
    ),
    Axis(
        "features",
        "20 tasks of 200 rows, lambda 0.1",
        [10, 30, 100, 300, 1_000, 2_000],
        [10, 20, 40],
        [],
        ["stl", "mtfl"],
    ),
]


def made(python, folder, tasks, per_task, features):
    file = Path(folder) / f"growth-{tasks}-{per_task}-{features}.csv"
    if not file.exists():
        script = str(measure.ROOT / "bench" / "many_tasks_data.py")
        part = str(file) + ".part.csv"
        subprocess.run([python, script, str(tasks), str(per_task), str(features), part], check=True)
        os.replace(part, file)
    return file


def fit(axis, size, method, python, options):
    """One fit at one size."""
    with tempfile.TemporaryDirectory() as folder:
        command = [KITH, "fit", "--task", "task", "--target", "y", "--method", method, "-o", f"{folder}/model.kith"]
        if axis.name == "rows":
            source = [python, str(measure.ROOT / "bench" / "rows_data.py"), str(size), "20", "1000"]
            return measure.run([*command, "-"], options.limit, source)
        shape = (size, 5, 4) if axis.name == "tasks" else (20, 200, size)
        return measure.run([*command, str(made(python, options.data, *shape)), "--lambda", "0.1"], options.limit)


def slope(points):
    """Least squares of log y over log x; None for fewer than two points."""
    points = [(math.log(x), math.log(y)) for x, y in points if y]
    if len(points) < 2:
        return None
    x0 = sum(x for x, _ in points) / len(points)
    y0 = sum(y for _, y in points) / len(points)
    return sum((x - x0) * (y - y0) for x, y in points) / sum((x - x0) ** 2 for x, _ in points)


def exponents(values):
    """Over all sizes, and over the larger half of them, where what grows outweighs the start."""
    both = (slope(values), slope(values[len(values) // 2 :] if len(values) > 2 else values))
    return " / ".join("" if s is None else f"{s:.2f}" for s in both)


def table(axis, python, options):
    print(f"\n## {axis.name.capitalize()}\n\n{axis.what}.\n")
    print(f"| method | {axis.name} | all, s | of processors, s | resident, MB | others' load |\n|---|---:|---:|---:|---:|---:|", flush=True)
    for method in axis.methods:
        runs = []
        for size in axis.chosen(options):
            say(f"{axis.name} {size:,} {method}")
            if not options.quick:
                measure.wait_until_idle(0.3, options.wait, say)
            load = measure.OtherLoad()
            run = fit(axis, size, method, python, options)
            others = load.cores() or 0
            if run.code:
                why = f"not done in {options.limit:g} s" if run.code == -9 else (run.error.strip().splitlines() or [""])[-1]
                print(f"| {method} | {size:,} | {why} | | | |", flush=True)
                break
            runs.append((size, run))
            print(f"| {method} | {size:,} | {run.seconds:.2f} | {run.cpu:.2f} | {run.mb:,.0f} | {others:.2f} |", flush=True)
        cells = [exponents([(n, value(r)) for n, r in runs]) for value in (lambda r: r.seconds, lambda r: r.cpu, lambda r: r.mb)]
        print(f"| {method} | exponent, all / larger half | {cells[0]} | {cells[1]} | {cells[2]} | |", flush=True)


def main(arguments):
    names = [axis.name for axis in AXES]
    parser = argparse.ArgumentParser(prog="bench/run growth", description=__doc__.splitlines()[0])
    parser.add_argument("axis", nargs="*", metavar="AXIS", help=" or ".join(names))
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="small ends only, to see that it works")
    size.add_argument("--full", action="store_true", help="also 10^8 rows")
    parser.add_argument("--data", metavar="DIR", default=str(measure.ROOT / "target" / "bench"), help="where files are made")
    parser.add_argument("--wait", metavar="S", type=float, default=120, help="longest wait for an idle machine before each fit")
    parser.add_argument("--limit", metavar="S", type=float, default=1_200, help="longest time of a fit")
    options = parser.parse_args(arguments)
    wrong = [name for name in options.axis if name not in names]
    if wrong:
        parser.error(f"AXIS must be one of {', '.join(names)}, got {wrong[0]}")
    Path(options.data).mkdir(parents=True, exist_ok=True)
    python = os.environ.get("PYTHON") or python_with_peers()
    today = datetime.date.today().isoformat()
    print(f"# Growth\n\n`bench/run growth`, {today}, {os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.2f} at the start.")
    subprocess.run([KITH, "--version"], check=True, stdout=subprocess.DEVNULL)  # builds what has changed
    for axis in AXES:
        if not options.axis or axis.name in options.axis:
            table(axis, python, options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
