"""Mixed models beside lme4 on the same tables, in the same run: bench/run mixed [--data DIR] [--only NAME,...]

Prints a Markdown table: seconds of the fits alone (kith says its own; lmer without its check of derivatives, which is time we do not ask of it), and by how much
our criterion is above lme4's. InstEval needs insteval.csv.gz, which core's lme4_crossed.R writes, in DIR/rivals; rows of what is not there are left out. Needs
Rscript with lme4; standard library only.
"""
import argparse
import csv
import os
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tasks(file, count, slopes, seed=1):
    """Tasks of 2 to 20 rows with intercepts and slopes of their own."""
    dice = random.Random(seed)
    with open(file, "w", newline="") as out:
        write = csv.writer(out)
        write.writerow(["g", *[f"x{j}" for j in range(3)], "y"])
        for t in range(count):
            own = [dice.gauss(0, 1) if j <= slopes else 0 for j in range(4)]
            for _ in range(dice.randint(2, 20)):
                x = [dice.gauss(0, 1) for _ in range(3)]
                y = 5 + own[0] + sum((1 + 0.5 * o) * v for o, v in zip(own[1:], x)) + dice.gauss(0, 1)
                write.writerow([f"t{t}", *[f"{v:.5f}" for v in x], f"{y:.5f}"])


def crossed(file, rows, shops, products, seed=1):
    dice = random.Random(seed)
    own = [[dice.gauss(0, d) for _ in range(n)] for n, d in ((shops, 1), (products, 2))]
    with open(file, "w", newline="") as out:
        write = csv.writer(out)
        write.writerow(["g", "h", "x0", "y"])
        for _ in range(rows):
            s, p, x = dice.randrange(shops), dice.randrange(products), dice.gauss(0, 1)
            write.writerow([f"s{s}", f"p{p}", f"{x:.5f}", f"{3 + x + own[0][s] + own[1][p] + dice.gauss(0, 1):.5f}"])


def ours(file, arguments):
    command = [str(ROOT / "kith"), "fit", str(file), *arguments, "--method", "mixed", "-o", str(file) + ".kith"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    shown = subprocess.run([str(ROOT / "kith"), "show", str(file) + ".kith", "--json"], check=True, capture_output=True, text=True)
    return float(re.search(r"iterations?, ([0-9.]+) s", printed)[1]), float(re.search(r'"objective":([-0-9.eE]+)', shown.stdout)[1])


def theirs(file, formula):
    script = str(Path(__file__).with_name("mixed.R"))
    printed = subprocess.run(["Rscript", script, str(file), formula], check=True, capture_output=True, text=True).stdout
    return tuple(float(word) for word in printed.split())


def cases(directory, data):
    for count in (1_000, 10_000, 100_000):
        file = directory / f"tasks{count}.csv"
        tasks(file, count, 1)
        features = ["--task", "g", "--target", "y", "--features", "x0,x1,x2"]
        yield f"{count} tasks, one slope", file, [*features, "--random", "x0"], "y ~ x0 + x1 + x2 + (x0 | g)"
        if count <= 10_000:
            yield f"{count} tasks, three slopes", file, [*features, "--random", "all"], "y ~ x0 + x1 + x2 + (x0 + x1 + x2 | g)"
    file = directory / "crossed.csv"
    crossed(file, 100_000, 5_000, 500)
    groups = ["--task", "g", "--task", "h", "--target", "y", "--features", "x0"]
    yield "5,000 x 500 crossed, 100,000 rows", file, groups, "y ~ x0 + (1 | g) + (1 | h)"
    yield "the same, a slope by the first", file, [*groups, "--random", "x0"], "y ~ x0 + (x0 | g) + (1 | h)"
    ratings = Path(data) / "rivals" / "insteval.csv.gz"
    if ratings.exists():
        groups = ["--task", "student", "--task", "lecturer", "--target", "y", "--features", "service"]
        copy = directory / "insteval.csv.gz"
        shutil.copy(ratings, copy)
        yield "InstEval, two groupings", copy, groups, "y ~ service + (1 | student) + (1 | lecturer)"
        formula = "y ~ service + (1 | student) + (1 | lecturer) + (1 | dept)"
        yield "InstEval, three groupings", copy, [*groups[:4], "--task", "dept", *groups[4:]], formula


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("KITH_DATA", str(ROOT.parent / "shared" / "data")))
    parser.add_argument("--only", default="", help="parts of names, separated by commas")
    options = parser.parse_args()
    print("| table | kith, s | lme4, s | times | criterion above lme4's |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as made:
        for name, file, arguments, formula in cases(Path(made), options.data):
            if any(part in name for part in options.only.split(",")):
                seconds, criterion = ours(file, arguments)
                other, expected = theirs(file, formula)
                print(f"| {name} | {seconds:.3g} | {other:.3g} | {other / seconds:.3g} | {criterion - expected:+.1e} |", flush=True)


main()
