"""Every row of speed_rows.py beside its peer: bench/run all [--json FILE] [--only NAME,...] [--quick] [--keep]

Prints a Markdown table; docs/bench/README.md says how to read it. Standard library only: what a peer needs, its own script
imports, and a peer that cannot run is left out of its row.
"""
import argparse
import datetime
import json
import math
import os
import platform
import re
import shlex
import statistics
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import measure
from figures import BUSY, HEAD, Figures, keep, line, read_figures, worse
from speed_rows import LossRow, rows


class Bench:
    def __init__(self, options):
        self.options = options
        self.python = os.environ.get("PYTHON") or python_with_peers()
        self.data = Path(options.data)
        self.data.mkdir(parents=True, exist_ok=True)
        given = os.environ.get("KITH_DATA") or measure.ROOT.parent / "shared" / "data"
        self.names = {"kith_data": str(given), "json": str(self.data / "ours.json"), "out": str(self.data / "out")}

    def command(self, text, files):
        words = [w.format(**self.names, **files) for w in shlex.split(text)]
        if words[0] == "kith":
            return [str(measure.ROOT / "kith"), *words[1:]]
        if words[0].endswith(".py"):
            script = measure.ROOT / "bench" / words[0]
            if not script.exists():
                raise Absent(f"{words[0]} is not there")
            return [self.python, str(script), *words[1:]]
        return words

    def run(self, text, files, limit, into=None):
        result = measure.run(self.command(text, files), limit, into=into)
        if result.code:
            last = (result.error.strip().splitlines() or ["no message"])[-1]
            raise Absent(f"not done in {limit:g} s" if result.code == -9 else last)
        return result

    def make(self, row):
        """The row's files, made where they are not there yet; models always, since kith may have changed."""
        files = {}
        for name, text in row.data.items():
            parts = [p for p in text.split() if p != "kith" and "/" not in p and not p.startswith(("-", "{"))]
            suffix = re.search(r"\{file\}(\S+)", text).group(1)
            file = self.data / (row.name + ".kith" if suffix == ".kith" else "-".join(parts).replace(".py", "") + suffix)
            if suffix == ".kith" or not file.exists():
                part = str(file.parent / "part")
                text, prints, _ = text.partition(" > ")
                self.run(text, {**files, "file": part}, 600, part + suffix if prints else None)
                os.replace(part + suffix, file)
            files[name] = str(file)
        return files

    def measure(self, row):
        figures = Figures()
        if "{kith_data}" in " ".join([row.ours, *row.data.values()]) and not Path(self.names["kith_data"]).is_dir():
            return Figures(note="no data: KITH_DATA must name the directory of the public data sets")
        try:
            files = self.make(row)
        except Absent as absent:
            return Figures(note=f"no data: {absent}")
        load = measure.OtherLoad()
        try:
            self._pairs(row, files, figures)
        except Absent as absent:
            figures.note, figures.failed = f"failed: {absent}", True
        figures.others = load.cores()
        return figures

    def _pairs(self, row, files, figures):
        """Ours and the peer's in turn, so that what changes on the machine meets both."""
        ours, theirs, work, their_work, cpus, mbs, peer_mbs = [], [], [], [], [], [], []
        repeats = self.options.repeats or (1 if self.options.quick else row.repeats)
        peer = row.peer
        for _ in range(repeats):
            less = self.run(row.less, files, row.limit).seconds if row.less else 0
            Path(self.names["json"]).unlink(missing_ok=True)
            result = self.run(row.ours, files, row.limit)
            ours.append(result.seconds - less)
            cpus.append(result.cpu)
            mbs.append(result.mb)
            said = _said(result.out, self.names["json"])
            work.append(said.get("seconds"))
            if "rate" in said:
                figures.percent = 100 * said["rate"]
            if peer:
                try:
                    result = self.run(peer, files, row.limit)
                except Absent as absent:
                    figures.note, peer = f"no peer: {absent}", ""
                    continue
                theirs.append(result.seconds)
                peer_mbs.append(result.mb)
                theirs_said = _said(result.out)
                their_work.append(theirs_said.get("seconds"))
                _same_objective(said, theirs_said)
        if row.by == "work":
            ours, work = work, ours
            theirs, their_work = their_work, theirs
        figures.seconds, figures.cpu, figures.mb = (statistics.median(each) for each in (ours, cpus, mbs))
        if theirs:
            figures.peer_seconds, figures.peer_mb = statistics.median(theirs), statistics.median(peer_mbs)
        elif row.published:
            figures.peer_seconds = row.published
            figures.note = "the peer's published figure"
        if figures.peer_seconds:
            figures.ratio = figures.seconds / figures.peer_seconds
        if their_work and None not in work + their_work:
            figures.work_ratio = statistics.median(work) / statistics.median(their_work)

    def losses(self, chosen):
        """All loss rows by one command, which prints a table of its own."""
        words = [str(measure.ROOT / "bench" / "run"), "losses", *(["--quick"] if self.options.quick else [])]
        load = measure.OtherLoad()
        result = measure.run([*words, *(row.job for row in chosen)], 600, env={**os.environ, "PYTHON": self.python})
        others = load.cores()
        table = [[c.strip() for c in line.split("|")[1:-1]] for line in result.out.splitlines() if line.startswith("|")]
        found = {(line[0], line[1], line[2], line[3]): dict(zip(table[0], line)) for line in table[2:]}
        for row in chosen:
            loss, method, lam, intercept = row.job.split(":")
            cells = found.get((loss, method, lam, "yes" if intercept == "true" else "no"))
            if cells is None:
                last = (result.error.strip().splitlines() or ["no row in the table of bench/run losses"])[-1]
                yield row, Figures(note=f"failed: {last}", failed=True)
                continue
            figures = Figures(seconds=float(cells["seconds"]), others=others)
            if cells["ratio"] == "-":
                figures.note = "no peer: scikit-learn is not there"
            else:
                figures.peer_seconds, figures.ratio = float(cells["its seconds"]), float(cells["ratio"])
            yield row, figures

    def all(self, chosen, kept):
        for row in chosen:
            if isinstance(row, LossRow):
                continue
            say(row.name)
            if not self.options.quick:
                measure.wait_until_idle(BUSY, self.options.wait, say)
            figures = self.measure(row)
            if any(worse(figures, kept.get(row.name, {}))):
                say(f"{row.name} is worse than kept: once more")
                figures = min(figures, self.measure(row), key=lambda each: each.ratio or each.seconds or math.inf)
            yield row, figures
        losses = [row for row in chosen if isinstance(row, LossRow)]
        if losses:
            say("losses")
            yield from self.losses(losses)


class Absent(Exception):
    """Something a row needs is not there or does not work."""


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def _said(out, file=None):
    """The JSON object a command wrote to its file or printed last; empty where there is none."""
    texts = [Path(file).read_text()] if file and Path(file).exists() else []
    for text in texts + out.strip().splitlines()[-1:]:
        try:
            said = json.loads(text)
        except ValueError:
            continue
        if isinstance(said, dict):
            return said
    return {}


def _same_objective(ours, theirs):
    """Two programs that both say they have solved the same problem must agree, or one of them has not."""
    if "objective" in ours and "objective" in theirs:
        a, b = ours["objective"], theirs["objective"]
        if not abs(a - b) <= 3e-6 * abs(b):
            raise Absent(f"objectives must agree to 3e-6, got {a} and the peer's {b}")


def python_with_peers():
    for python in ("/usr/bin/python3", "python3"):
        try:
            if subprocess.run([python, "-c", "import sklearn, pandas"], capture_output=True).returncode == 0:
                return python
        except OSError:
            continue
    return sys.executable


def versions(python):
    """Who was measured: machine, Java, kith's commit, Python and its libraries, LIBLINEAR, Vowpal Wabbit."""
    modules = "import sys, importlib as i\nprint('python', sys.version.split()[0])\n" + "".join(
        f"try: print('{m}', i.import_module('{m}').__version__)\nexcept ImportError: print('{m} absent')\n"
        for m in ("numpy", "scipy", "sklearn", "pandas")
    )
    found = dict(line.split(" ", 1) for line in _output([python, "-c", modules]).splitlines())
    version = _output([str(measure.ROOT / "kith"), "--version"])
    for name in ("java", "linear algebra"):
        found[name] = next((w.split(": ", 1)[1] for w in version.splitlines() if w.startswith(name + ":")), "unknown")
    git = ["git", "-C", str(measure.ROOT)]
    changed = "" if not _output([*git, "status", "--porcelain"]) else ", with changes"
    found["kith"] = (_output([*git, "rev-parse", "--short", "HEAD"]) or "no commit") + changed
    found["liblinear"] = _output(["dpkg-query", "-W", "-f", "${Version}", "liblinear-tools"]) or "as in scikit-learn"
    found["vw"] = _output(["vw", "--version"]) or "absent"
    return found


def _output(command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def parse(arguments):
    parser = argparse.ArgumentParser(prog="bench/run all", description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="write everything measured as JSON")
    parser.add_argument("--only", metavar="NAME,...", help="rows whose name begins with one of these; see --list")
    parser.add_argument("--list", action="store_true", help="print the names of the rows and stop")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it works; nothing is judged")
    parser.add_argument("--keep", action="store_true", help="write the figures to docs/bench/figures.json")
    parser.add_argument("--data", metavar="DIR", default=str(measure.ROOT / "target" / "bench"), help="where files are made")
    parser.add_argument("--wait", metavar="S", type=float, default=120, help="longest wait for an idle machine before each row")
    parser.add_argument("--repeats", metavar="N", type=int, help="runs of each side, instead of the row's own number")
    options = parser.parse_args(arguments)
    if options.repeats is not None and options.repeats < 1:
        parser.error(f"--repeats must be a whole number >= 1, got {options.repeats}")
    if options.quick and options.keep:
        parser.error("--keep needs the real sizes, got --quick")
    return options


def main(arguments):
    options = parse(arguments)
    names = options.only.split(",") if options.only else [""]
    chosen = [row for row in rows(options.quick) if row.name.startswith(tuple(names))]
    if not chosen:
        sys.exit(f"--only must name rows, got {options.only}; --list shows them")
    if options.list:
        print("\n".join(row.name for row in chosen))
        return 0
    bench = Bench(options)
    measured = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
        "load": round(os.getloadavg()[0], 2),
        "threads": "all cores on both sides; losses: one thread",
        "versions": versions(bench.python),
    }
    print(measured["date"] + ", " + measured["machine"] + f", load {measured['load']} at the start; {measured['threads']}.")
    print(", ".join(f"{k} {v}" for k, v in measured["versions"].items()) + "\n\n" + HEAD)
    kept = {} if options.quick else read_figures()["rows"]
    results = []
    for row, figures in bench.all(chosen, kept):
        results.append((row, figures))
        print(line(row, figures, kept.get(row.name, {}), options.quick), flush=True)
    if options.json:
        everything = [{"name": r.name, "work": r.work, "goal": str(r.goal), **asdict(f)} for r, f in results]
        Path(options.json).write_text(json.dumps({**measured, "rows": everything}, indent=1) + "\n")
    if options.keep:
        keep(measured, results)
    bad = [r.name for r, f in results if f.failed or any(worse(f, kept.get(r.name, {})))]
    if bad:
        say("worse than kept, or failed: " + ", ".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
