"""How bench/run all judges: python3 -m unittest discover -s bench"""
import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import all as command
import figures
import growth
import measure
from figures import Figures, line, verdict, worse
from speed_rows import Goal, Row, rows


class JudgingTest(unittest.TestCase):
    row = Row("x", "work", Goal(ratio=0.5, mb=100), "kith --version")

    def test_a_goal_is_met_when_every_figure_is_within_it(self):
        self.assertEqual("met", verdict(self.row, Figures(seconds=1, ratio=0.5, mb=100), {}))
        self.assertEqual("missed", verdict(self.row, Figures(seconds=1, ratio=0.51, mb=100), {}))
        self.assertEqual("missed", verdict(self.row, Figures(seconds=1, ratio=0.5, mb=101), {}))

    def test_a_goal_without_its_figure_is_not_judged(self):
        self.assertEqual("", verdict(Row("x", "work", Goal(ratio=1), ""), Figures(seconds=1), {}))

    def test_worse_than_kept_is_by_the_ratio_and_by_seconds_without_a_peer(self):
        kept = {"ratio": 1, "seconds": 1, "mb": 100}
        self.assertEqual([], list(worse(Figures(seconds=9, ratio=1.25, mb=125), kept)))
        self.assertEqual(["ratio", "mb"], list(worse(Figures(seconds=1, ratio=1.26, mb=126), kept)))
        self.assertEqual(["seconds"], list(worse(Figures(seconds=1.26, mb=1), kept)))

    def test_the_load_of_others_is_said(self):
        self.assertEqual("met, busy", verdict(self.row, Figures(seconds=1, ratio=0.1, mb=1, others=1.5), {}))

    def test_a_line_has_a_cell_for_every_heading(self):
        cells = line(self.row, Figures(), {}, False).count("|")
        self.assertEqual(figures.HEAD.splitlines()[0].count("|"), cells)


class RowsTest(unittest.TestCase):
    def test_names_are_unique_and_commands_complete(self):
        for quick in (False, True):
            table = list(rows(quick))
            self.assertEqual(len(table), len({row.name for row in table}))
            for row in table:
                self.assertTrue(str(row.goal), row.name)
                if isinstance(row, Row):
                    names = {n: n for n in ("kith_data", "json", "out", *row.data)}
                    for text in (row.ours, row.peer, row.less):
                        text.format(**names)
                else:
                    self.assertEqual(4, len(row.job.split(":")))


class CommandTest(unittest.TestCase):
    def measured(self, row, kept):
        """Exit code, what was printed and the kept figures after a run of one row whose commands are real."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "figures.json"
            file.write_text(json.dumps({"measured": {}, "rows": kept}))
            out = io.StringIO()
            with (
                mock.patch.object(figures, "FIGURES", file),
                mock.patch.object(command, "rows", lambda quick: [row]),
                mock.patch.object(command, "versions", lambda python: {}),
                mock.patch.object(measure, "busy_cores", lambda: 0),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(io.StringIO()),
            ):
                code = command.main(["--data", folder, "--keep"])
            return code, out.getvalue(), json.loads(file.read_text())["rows"]

    def test_what_is_slower_than_kept_ends_with_code_1(self):
        row = Row("nap", "sleep", Goal(seconds=9), "sleep 0.1", repeats=1)
        self.assertEqual(0, self.measured(row, {"nap": {"seconds": 1}})[0])
        code, out, kept = self.measured(row, {"nap": {"seconds": 0.01}, "other": {"seconds": 3}})
        self.assertEqual(1, code)
        self.assertIn("worse than kept (seconds)", out)
        self.assertEqual({"seconds": 3}, kept["other"])
        self.assertGreater(kept["nap"]["seconds"], 0.1)

    def test_a_peer_that_cannot_run_leaves_ours(self):
        row = Row("nap", "sleep", Goal(ratio=1), "sleep 0.01", "false", "nobody", repeats=1)
        code, out, kept = self.measured(row, {})
        self.assertEqual(0, code)
        self.assertIn("no peer: no message", out)
        self.assertNotIn("ratio", kept["nap"])

    def test_a_published_figure_stands_for_an_absent_peer(self):
        row = Row("nap", "sleep", Goal(ratio=1), "sleep 0.1", "false", "nobody", published=0.01, repeats=1)
        self.assertIn("missed", self.measured(row, {})[1])

    def test_failing_and_endless_work_end_with_code_1(self):
        for ours, why in (("false", "failed"), ("sleep 60", "not done in 0.2 s")):
            code, out, _ = self.measured(Row("x", "work", Goal(seconds=1), ours, limit=0.2), {})
            self.assertEqual(1, code)
            self.assertIn(why, out)

    def test_objectives_that_differ_fail(self):
        row = Row("x", "work", Goal(ratio=1), "echo '{{\"objective\":1}}'", "echo '{{\"objective\":1.1}}'", "p", repeats=1)
        self.assertIn("objectives must agree", self.measured(row, {})[1])


class GrowthTest(unittest.TestCase):
    def test_exponents_are_slopes_over_all_sizes_and_over_the_larger_half(self):
        self.assertEqual("2.00 / 2.00", growth.exponents([(n, 3 * n * n) for n in (10, 100, 1_000, 10_000)]))
        self.assertEqual("0.30 / 1.00", growth.exponents([(10, 1), (100, 1), (1_000, 1), (10_000, 10)]))
        self.assertEqual(" / ", growth.exponents([(10, 1)]))


class MeasureTest(unittest.TestCase):
    def test_memory_and_input_are_those_of_the_command(self):
        size = measure.run(["sh", "-c", "x=$(cat); echo ${#x}"], 20, ["python3", "-c", "print('a' * 100_000)"])
        self.assertEqual("100000", size.out.strip())
        large = measure.run(["python3", "-c", "x = b'1' * 200_000_000"], 20)
        self.assertGreater(large.mb, 190)
        self.assertLess(large.mb, 260)


if __name__ == "__main__":
    unittest.main()
