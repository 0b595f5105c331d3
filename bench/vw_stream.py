"""Vowpal Wabbit on rows of LIBSVM with qid:TASK, words crossed with tasks: python3 bench/vw_stream.py FILE.svm

The peer of kith stream. Prints JSON: seconds of vw from start to end, per cent of mistakes before each label was used.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time

if not shutil.which("vw"):
    sys.exit("vw is not on the path")
with tempfile.NamedTemporaryFile("w", suffix=".vw") as rows:
    with open(sys.argv[1]) as file:
        for line in file:
            label, task, *words = line.split()
            rows.write(f"{label} |t {task.removeprefix('qid:')} |w {' '.join(words)}\n")
    rows.flush()
    start = time.perf_counter()
    command = ["vw", "-d", rows.name, "--loss_function", "logistic", "-q", "tw", "-b", "20", "--binary"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - start
loss = float(re.search(r"average loss = ([0-9.]+)", said.stderr + said.stdout).group(1))
print(json.dumps({"seconds": seconds, "percent": 100 * loss}))
