"""What bench/run all has measured: figures, how they are judged, printed and kept."""
import json
from dataclasses import asdict, dataclass

import measure

FIGURES = measure.ROOT / "docs" / "bench" / "figures.json"
MARGIN = 1.25  # a figure this many times the kept one is worse, not noise
BUSY = 0.3  # so many cores kept busy by others spoil a figure


@dataclass
class Figures:
    """What was measured for a row; None where it could not be."""

    seconds: float | None = None
    cpu: float | None = None
    peer_seconds: float | None = None
    ratio: float | None = None
    work_ratio: float | None = None
    mb: float | None = None
    peer_mb: float | None = None
    percent: float | None = None
    others: float | None = None
    note: str = ""
    failed: bool = False


def verdict(row, figures, kept):
    """met, missed, worse than kept, failed, or nothing where there is no goal that could be judged."""
    if figures.failed:
        return "failed"
    if figures.seconds is None:
        return "not measured"
    words = []
    limits = {k: v for k, v in asdict(row.goal).items() if v is not None}
    judged = {k: getattr(figures, k) for k in limits if getattr(figures, k) is not None}
    if judged:
        words.append("met" if all(judged[k] <= limits[k] for k in judged) else "missed")
    for name in worse(figures, kept):
        words.append(f"worse than kept ({name})")
    if figures.others is not None and figures.others > BUSY:
        words.append("busy")
    return ", ".join(words)


def worse(figures, kept):
    """Which figures are worse than the kept ones: the ratio, or seconds where there is no peer, mistakes, and memory."""
    main = "ratio" if figures.ratio is not None and kept.get("ratio") is not None else "seconds"
    for name in (main, "percent", "mb"):
        now, then = getattr(figures, name), kept.get(name)
        if now is not None and then is not None and now > MARGIN * then:
            yield name


def number(value, form):
    return "" if value is None else format(value, form)


def line(row, figures, kept, quick):
    cells = [
        row.work,
        row.peer_name,
        number(figures.seconds, ".2f"),
        number(figures.cpu, ".2f"),
        number(figures.peer_seconds, ".2f"),
        number(figures.ratio, ".2f"),
        number(figures.work_ratio, ".2f"),
        number(figures.mb, ",.0f"),
        number(figures.peer_mb, ",.0f"),
        number(figures.percent, ".2f"),
        str(row.goal),
        number(kept.get("ratio"), ".2f") + "x" if kept.get("ratio") else number(kept.get("seconds"), ".2f"),
        "" if quick and not figures.failed else verdict(row, figures, kept),
        figures.note,
    ]
    return "| " + " | ".join(cells) + " |"


HEAD = (
    "| work | peer | ours, s | of processors | peer, s | ratio | other ratio | ours, MB | peer, MB | mistakes, % | goal, at most | kept | verdict"
    " | note |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|---|---|"
)


def read_figures():
    return json.loads(FIGURES.read_text()) if FIGURES.exists() else {"measured": {}, "rows": {}}


def keep(measured, results):
    """Writes the figures into the repository; rows not measured now stay as they were."""
    kept = read_figures()
    for row, figures in results:
        if figures.seconds is not None:
            values = {k: round(v, 4) for k in ("seconds", "ratio", "mb", "percent") if (v := getattr(figures, k)) is not None}
            kept["rows"][row.name] = values
    kept["measured"] = measured
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n")
