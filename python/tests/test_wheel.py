"""The wheel holds all of the package, and predicts without the checkout."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

try:
    import build  # noqa: F401
    import wheel  # noqa: F401
except ImportError:
    build = None


@unittest.skipIf(build is None, "needs Debian's python3-build and python3-wheel")
class Wheel(unittest.TestCase):
    def test_builds_and_predicts(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "python"
            shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("tests", "build", "dist", "*.egg-info", "__pycache__"))
            command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, str(source)]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(0, done.returncode, done.stdout[-2000:] + done.stderr[-2000:])
            (made,) = Path(folder).glob("kith-*-py3-none-any.whl")
            inside = {Path(name).name for name in zipfile.ZipFile(made).namelist() if name.startswith("kith/")}
            self.assertEqual({path.name for path in (ROOT / "kith").iterdir() if path.is_file()}, inside)
            program = "import kith, sys; print(kith.__file__, kith.load(sys.argv[1]).predict([[1, 2, 3]], task='s1'))"
            environment = {**os.environ, "PYTHONPATH": str(made)}
            said = subprocess.run(
                [sys.executable, "-c", program, str(ROOT / "tests/data/groups.kith")],
                cwd=folder, env=environment, capture_output=True, text=True,
            )  # fmt: skip
            self.assertEqual(0, said.returncode, said.stderr)
            self.assertIn(made.name, said.stdout)


if __name__ == "__main__":
    unittest.main()
