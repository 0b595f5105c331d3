"""The notebook runs from top to bottom, and shows what it promises."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from .test_estimators import KITH, check_estimator

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401

    CONVERT = shutil.which("jupyter-nbconvert")
except ImportError:
    CONVERT = None


@unittest.skipIf(CONVERT is None or check_estimator is None, "needs Debian's jupyter-nbconvert, python3-ipykernel, "
                 "python3-matplotlib, python3-sklearn and python3-pandas")  # fmt: skip
@unittest.skipIf(KITH is None, "needs the kith program: build it (./kith --version) or name it in KITH")
class Notebook(unittest.TestCase):
    def test_runs_and_shows_what_it_says(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(EXAMPLES / "shops.ipynb", folder)
            environment = {**os.environ, "KITH": KITH, "PYTHONPATH": str(EXAMPLES.parent)}
            done = subprocess.run(
                [CONVERT, "--to", "html", "--execute", "shops.ipynb"], cwd=folder, env=environment, capture_output=True, text=True
            )
            self.assertEqual(0, done.returncode, done.stderr[-3000:])
            page = (Path(folder) / "shops.html").read_text(encoding="utf-8")
            self.assertIn("Sharing helps", page)
            self.assertEqual(2, page.count('<img src="data:image/png;base64'))
            self.assertIn("the file is damaged", page)
            report = (Path(folder) / "report.html").read_text(encoding="utf-8")
            self.assertIn("Sharing helps", report)


if __name__ == "__main__":
    unittest.main()
