"""Dates and times as tables write them, and what models make of them."""

from __future__ import annotations

import datetime
import re
from math import cos, pi, sin
from typing import List, NamedTuple, Optional, Tuple

from .errors import ModelFileError

_TIME = re.compile(
    r"(.*\d)[T ]([01]?\d|2[0-3]):([0-5]\d)(:[0-5]\d(\.\d+)?)?( ?(Z|[+-]\d{2}:?\d{2}|[AP]M))?", re.ASCII
)
_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?", re.ASCII)
_Y = r"((?:1[5-9]|20|21)\d{2})"
_N = r"(\d{1,2})"
_M = r"([A-Z][a-z]{2})[a-z]*"

#: By name: the pattern, and the groups of year, month and day (0 for none).
WAYS = {
    "yyyy-MM-dd": (f"{_Y}-{_N}-{_N}", 1, 2, 3),
    "yyyy/MM/dd": (f"{_Y}/{_N}/{_N}", 1, 2, 3),
    "dd.MM.yyyy": (rf"{_N}\.{_N}\.{_Y}", 3, 2, 1),
    "dd/MM/yyyy": (f"{_N}/{_N}/{_Y}", 3, 2, 1),
    "MM/dd/yyyy": (f"{_N}/{_N}/{_Y}", 3, 1, 2),
    "dd-MM-yyyy": (f"{_N}-{_N}-{_Y}", 3, 2, 1),
    "dd MMM yyyy": (f"{_N}[ -]{_M}[ -]{_Y}", 3, 2, 1),
    "MMM dd, yyyy": (f"{_M} {_N},? {_Y}", 3, 1, 2),
    "yyyy-MM": (rf"{_Y}-(\d{{2}})", 1, 2, 0),
    "MMM yyyy": (f"{_M}[ -]{_Y}", 2, 1, 0),
    "yyyyQq": (f"{_Y}[ -]?[Qq]([1-4])", 1, 0, 0),
    "yyyyMMdd": (rf"{_Y}(\d{{2}})(\d{{2}})", 1, 2, 3),
    "yyyy": (_Y, 1, 0, 0),
}
CLOCK = "HH:mm"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTH_NAMES = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
]  # fmt: skip
_EPOCH = datetime.date(1970, 1, 1)


class Moment(NamedTuple):
    """A date, and hours since midnight on the clock of the place."""

    date: datetime.date
    hours: float


def moment(way: str, text: str) -> Optional[Moment]:
    """What is written in this way; None if it is not. A zone is read and left aside."""
    text = text.strip()
    if way == CLOCK:
        return Moment(_EPOCH, _clock_hours(text)) if _CLOCK.fullmatch(text) else None
    time = _TIME.fullmatch(text)
    date = _date(way, time.group(1) if time else text)
    return None if date is None else Moment(date, _hours(time) if time else 0.0)


def _date(way: str, text: str) -> Optional[datetime.date]:
    pattern, year, month, day = WAYS[way]
    match = re.fullmatch(pattern, text, re.ASCII)
    if match is None:
        return None
    if month:
        m = _month(match.group(month))
    else:
        m = 1 if len(match.groups()) < 2 else 3 * int(match.group(2)) - 2
    try:
        return datetime.date(int(match.group(year)), m, int(match.group(day)) if day else 1)
    except ValueError:
        return None


def _month(text: str) -> int:
    if text[0].isdigit():
        return int(text)
    return _MONTHS.index(text.lower()) + 1 if text.lower() in _MONTHS else 0


def _clock_hours(text: str) -> float:
    parts = text.split(":")
    return int(parts[0]) + (int(parts[1]) / 60.0 + (float(parts[2]) / 3600 if len(parts) > 2 else 0))


def _hours(time: "re.Match[str]") -> float:
    hours = float(int(time.group(2)))
    rest = int(time.group(3)) / 60.0
    if time.group(4) is not None:
        rest += float(time.group(4)[1:]) / 3600
    half = time.group(7)
    if half is not None and half.endswith("M"):
        return hours % 12 + (12 if half.startswith("P") else 0) + rest
    return hours + rest


def years(when: Moment, middle: datetime.date) -> float:
    """Years since the day in the middle of the training rows."""
    return ((when.date - _EPOCH).days + when.hours / 24 - (middle - _EPOCH).days) / 365.25


def part(name: str, when: Moment) -> float:
    """What a moment says: ``year sin 1``, ``Monday``, ``December``, ``hour cos 2``."""
    if name in _DAY_NAMES:
        return float(_DAY_NAMES[when.date.weekday()] == name)
    if name in _MONTH_NAMES:
        return float(_MONTH_NAMES[when.date.month - 1] == name)
    cycle, wave, turns = _wave(name)
    phase = when.hours / 24 if cycle == "hour" else _season(when)
    return (sin if wave == "sin" else cos)(2 * pi * turns * phase)


def _wave(name: str) -> Tuple[str, str, int]:
    words: List[str] = name.split(" ")
    if len(words) != 3 or words[0] not in ("year", "hour") or words[1] not in ("sin", "cos") or words[2] not in ("1", "2"):
        raise ModelFileError(f"unknown part '{name}' of dates; a newer package may know it")
    return words[0], words[1], int(words[2])


def _season(when: Moment) -> float:
    first = datetime.date(when.date.year, 1, 1)
    length = (datetime.date(when.date.year + 1, 1, 1) - first).days
    return ((when.date - first).days + when.hours / 24) / length


def require_part(name: str) -> None:
    if name not in _DAY_NAMES and name not in _MONTH_NAMES:
        _wave(name)
