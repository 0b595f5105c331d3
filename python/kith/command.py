"""The command line, driven through temporary files."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional

import numpy as np

from .errors import CommandError
from .model import Model, load
from .table import is_missing

#: Names a program to use in place of the ``kith`` on the PATH.
VARIABLE = "KITH"


def find(command: Optional[str] = None) -> str:
    """The program: what is named, else what the environment variable KITH names, else ``kith`` on the PATH."""
    wanted = command or os.environ.get(VARIABLE) or "kith"
    found = shutil.which(wanted)
    if found is None:
        raise CommandError(f"the program '{wanted}' cannot be found: put kith on the PATH, or name it in the variable {VARIABLE}")
    return found


def run(*arguments: str, command: Optional[str] = None) -> str:
    """What the command line prints for these arguments.

    Raises
    ------
    CommandError
        With what it said, if it refused them.
    """
    done = subprocess.run([find(command), *arguments], capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise CommandError(done.stderr.strip() or done.stdout.strip() or f"kith ended with code {done.returncode}")
    return done.stdout


def options(named: Dict[str, Any]) -> List[str]:
    """``task="shop", lambda_=0.1, calibrate=True`` as the command line takes them."""
    words: List[str] = []
    for name, value in named.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif name.rstrip("_") in ("ordered", "kernel", "graph", "groups", "tree", "metric") and isinstance(value, (list, tuple)):
            words += [word for one in value for word in (option, str(one))]
        else:
            joined = isinstance(value, (list, tuple))
            words += [option, ",".join(map(str, value)) if joined else str(value)]
    return words


def fit(frame: Any, command: Optional[str] = None, **named: Any) -> Model:
    """Train a model on a frame, a mapping of columns or a file, as ``kith fit`` does.

    Options are those of the command line, with underscores: ``kith.fit(frame, task="shop", target="sales", method="mtfl",
    calibrate=True, report="shops.html")``. ``lambda_`` stands for ``--lambda``, ``output`` keeps the model file.
    """
    with tempfile.TemporaryDirectory(prefix="kith-") as folder:
        kept = named.pop("output", None) or os.path.join(folder, "model.kith")
        run("fit", _data(frame, folder), *options(named), "--output", str(kept), "--quiet", command=command)
        return load(kept)


def compare(frame: Any, command: Optional[str] = None, **named: Any) -> Dict[str, Any]:
    """Which methods help, as ``kith compare`` says: its JSON as a dict. Options as for :func:`fit`."""
    with tempfile.TemporaryDirectory(prefix="kith-") as folder:
        kept = named.pop("json", None) or os.path.join(folder, "compare.json")
        named.setdefault("report", os.path.join(folder, "report.html"))
        run("compare", _data(frame, folder), *options(named), "--json", str(kept), "--quiet", command=command)
        with open(kept, encoding="utf-8") as file:
            return json.load(file)


def _data(frame: Any, folder: str) -> str:
    """A file with the rows: the one that is named, or a new one."""
    if isinstance(frame, (str, os.PathLike)):
        return os.fspath(frame)
    path = os.path.join(folder, "data.csv")
    write_csv(frame, path)
    return path


def write_csv(frame: Any, path: "str | Path") -> None:
    """A frame or a mapping of columns as CSV, every number to its last digit."""
    columns = {str(name): _cells(frame[name]) for name in (frame.keys() if isinstance(frame, dict) else frame.columns)}
    with open(path, "w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(columns)
        lines.writerows(zip(*columns.values()))


def _cells(column: Any) -> List[str]:
    values = column.to_numpy() if hasattr(column, "to_numpy") else np.asarray(column)
    if values.dtype.kind == "f":
        return ["" if np.isnan(value) else repr(float(value)) for value in values]
    if values.dtype.kind == "b":
        return ["true" if value else "false" for value in values]
    if values.dtype.kind == "M":
        return ["" if np.isnat(value) else str(value.astype("datetime64[s]")) for value in values]
    return ["" if is_missing(value) else str(value) for value in values.tolist()]
