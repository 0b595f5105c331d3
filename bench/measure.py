"""Measuring commands from outside, on a machine whose other load is known. Standard library only."""
import os
import platform
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Run:
    """One finished command. ``mb`` is the peak resident memory of it or of any process it waited for."""

    seconds: float
    cpu: float
    mb: float
    code: int
    out: str
    error: str


def run(command, limit, source=None, env=None, into=None):
    """Runs a command to its end, or until ``limit`` seconds have passed (code -9).

    ``source`` is a command that is run beside it and whose output it reads; ``into`` a file for what it prints, which is
    not in the result then.
    """
    writer = subprocess.Popen(source, stdout=subprocess.PIPE, cwd=ROOT) if source else None
    try:
        return _run(command, limit, writer.stdout if writer else subprocess.DEVNULL, env, into)
    finally:
        if writer:
            writer.stdout.close()
            writer.kill()
            writer.wait()


def _run(command, limit, stdin, env, into):
    with open(into, "wb") if into else tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        start = time.perf_counter()
        child = subprocess.Popen(
            command,
            stdin=stdin,
            stdout=out,
            stderr=error,
            env=env,
            cwd=ROOT,
            start_new_session=True,
        )
        end_it = threading.Timer(limit, lambda: os.killpg(child.pid, signal.SIGKILL))
        end_it.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        finally:
            end_it.cancel()
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        mb = usage.ru_maxrss / (1 << 20 if platform.system() == "Darwin" else 1 << 10)
        return Run(seconds, cpu, mb, child.returncode, "" if into else _text(out), _text(error))


def _text(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def processor_seconds():
    """Seconds that all cores together have been busy since the machine started, or None where nobody counts them."""
    try:
        with open("/proc/stat") as stat:
            numbers = [int(n) for n in stat.readline().split()[1:9]]
    except OSError:
        return None
    user, nice, system, _, _, irq, soft, steal = numbers
    return (user + nice + system + irq + soft + steal) / os.sysconf("SC_CLK_TCK")


def busy_cores(over=2.0):
    """How many cores are busy now, the mean over so many seconds; the load average where that is not known."""
    before, start = processor_seconds(), time.monotonic()
    if before is None:
        return os.getloadavg()[0]
    time.sleep(over)
    return (processor_seconds() - before) / (time.monotonic() - start)


class OtherLoad:
    """Cores that others kept busy while our own commands ran."""

    def __init__(self):
        self._busy, self._start, self._own = processor_seconds(), time.monotonic(), _own_seconds()

    def cores(self):
        if self._busy is None:
            return None
        others = processor_seconds() - self._busy - (_own_seconds() - self._own)
        return max(0.0, others / max(1e-3, time.monotonic() - self._start))


def _own_seconds():
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


def wait_until_idle(below, limit, say):
    """Waits until fewer than ``below`` cores are busy; after ``limit`` seconds it goes on. Returns the last figure."""
    start, told = time.monotonic(), False
    while True:
        busy = busy_cores()
        if busy < below:
            return busy
        if time.monotonic() - start > limit:
            say(f"still {busy:.1f} cores busy after {limit:.0f} s: going on, marked busy")
            return busy
        if not told:
            say(f"{busy:.1f} cores are busy, waiting up to {limit:.0f} s for fewer than {below}")
            told = True
