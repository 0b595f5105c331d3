"""What each table of the comparison with rivals is asked, written down before the first run.

The first seven come with folds (rivals/NAME.csv.gz and NAME.split.csv.gz in the directory of public data), the others from R packages by export.R.
``slopes``: the columns whose effect lme4 lets differ by task, in the larger of its two formulas.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Asked:
    task: str
    target: str
    categories: tuple
    slopes: tuple
    folds: int = 5


PUBLISHED = {
    "sleepstudy": Asked("Subject", "Reaction", (), ("Days",)),
    "oxboys": Asked("Subject", "height", (), ("age",)),
    "blackmore": Asked("subject", "exercise", ("group",), ("age",)),
    "exam": Asked("school", "normexam", ("schgend", "vr", "intake", "sex", "type"), ("standLRT",)),
    "cheese": Asked("RETAILER", "lv", (), ("DISP", "lp")),
    "gapminder": Asked("country", "lifeExp", ("continent",), ("year", "lgdp")),
    "cigar": Asked("state", "sales", (), ("year", "price")),
}
EXPORTED = {
    "chickweight": Asked("Chick", "weight", ("Diet",), ("Time",)),
    "sitka": Asked("tree", "size", ("treat",), ("Time",)),
    "mathachieve": Asked("School", "MathAch", ("Minority", "Sex"), ("SES",)),
    "bodyweight": Asked("Rat", "weight", ("Diet",), ("Time",)),
    "chem97": Asked("school", "score", ("gender",), ("gcsescore",)),
    "egsingle": Asked("childid", "math", ("retained", "female", "black", "hispanic"), ("year",)),
    "produc": Asked("state", "lgsp", ("region",), ("lemp",)),
    "males": Asked("nr", "wage", ("union", "ethn", "married", "health", "industry", "occupation", "residence"), ("year",)),
    "ricefarms": Asked("id", "loutput", ("status", "varieties", "region"), ("lsize",)),
    "guns": Asked("state", "lviolent", ("law",), ("year",)),
    "insteval": Asked("d", "y", ("studage", "lectage", "service", "dept"), (), folds=3),
    "juice": Asked("store", "logmove", (), ("price1", "deal"), folds=3),
}
