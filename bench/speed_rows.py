"""What bench/run all measures: one Row per line of its table, as data.

Commands are texts. ``kith ...`` is our program, a name that ends in .py a script of this directory, anything else a program
on the path. ``> {file}`` takes what a command prints. ``{name}`` is a file that ``data`` makes, ``{json}`` and ``{out}`` are files to write to, ``{kith_data}`` is the
directory with the public data sets. Scripts of peers print a JSON object; its ``seconds`` are those of the work alone.
"""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Goal:
    """Upper limits; a limit that is None is not asked for. ``ratio`` is ours / peer."""

    ratio: float | None = None
    seconds: float | None = None
    mb: float | None = None
    percent: float | None = None

    def __str__(self):
        texts = [
            self.ratio is not None and f"{self.ratio:g}x",
            self.seconds is not None and f"{self.seconds:g} s",
            self.mb is not None and f"{self.mb:,.0f} MB",
            self.percent is not None and f"{self.percent:g}% mistakes",
        ]
        return ", ".join(t for t in texts if t)


@dataclass(frozen=True)
class Row:
    """One piece of work, ours and its peer's.

    ``by`` says what is judged: "whole" commands from start to end, or "work", the seconds that both sides report for the
    work without start and reading. ``less`` is a command whose seconds are taken off ours. ``published`` stands for a peer
    that is not there.
    """

    name: str
    work: str
    goal: Goal
    ours: str
    peer: str = ""
    peer_name: str = ""
    data: dict = field(default_factory=dict)
    by: str = "whole"
    less: str = ""
    published: float | None = None
    repeats: int = 3
    limit: float = 120


@dataclass(frozen=True)
class LossRow:
    """A job of bench/run losses, which measures both sides itself: processor time of one thread."""

    name: str
    job: str
    goal: Goal
    peer_name: str

    @property
    def work(self):
        loss, method, lam, intercept = self.job.split(":")
        return f"{loss} {method}, lambda {lam}, {'' if intercept == 'true' else 'no '}intercepts"


TASKS = "--task task --target y"


def rows(quick):
    """All rows; quick takes sizes that are over in a moment, to see that every command still works."""

    def size(full, small):
        return small if quick else full

    def tasks_file(tasks, per_task=20, features=20):
        return f"many_tasks_data.py {tasks} {per_task} {features} {{file}}.csv"

    yield from _many_tasks(size, tasks_file)
    yield from _learned(size, tasks_file)
    yield from _graphs(size, tasks_file)
    yield from _rows(size)
    yield from _sparse_inputs(size)
    yield from _kernels(size, tasks_file)
    yield from _losses()
    yield from _predictions(size, tasks_file)
    yield from _sparse_relations(size)
    yield from _daily(size, tasks_file)


def _many_tasks(size, tasks_file):
    for tasks in (size(5_000, 30), size(20_000, 40)):
        for method in ("stl", "mean"):
            yield Row(
                f"{method}-{tasks}",
                f"{method}, T = {tasks:,}, 20 rows each, d = 20",
                Goal(ratio=0.5),
                f"kith fit {{rows}} {TASKS} --method {method} --lambda 0.1 --json {{json}} -o {{out}}.kith",
                "ridge_loop.py {rows}",
                "a loop of sklearn's Ridge",
                {"rows": tasks_file(tasks)},
            )
    tasks = size(1_000_000, 50)
    for method in ("stl", "mean"):
        yield Row(
            f"{method}-{tasks}",
            f"{method}, T = {tasks:,}, 5 rows each, d = 4",
            Goal(seconds=60),
            f"kith fit {{rows}} {TASKS} --method {method} --lambda 0.1 --json {{json}} -o {{out}}.kith",
            data={"rows": tasks_file(tasks, 5, 4)},
            by="work",
            repeats=1,
        )


def _learned(size, tasks_file):
    tasks = size(20_000, 40)
    for method, lam in (("mtfl", 20), ("mtrl", 0.006), ("okl", 2), ("cluster", 0.02)):  # near what cross-validation takes
        yield Row(
            f"{method}-{tasks}",
            f"{method}, T = {tasks:,}, 20 rows each, d = 20, gap 1e-6",
            Goal(ratio=1),
            f"kith fit {{rows}} {TASKS} --method {method} --lambda {lam} --tol 1e-6 --no-standardize"
            " --json {json} -o {out}.kith",
            f"numpy_mtl.py {method} {{rows}} {lam} {{json}}",
            "NumPy, accelerated proximal gradient on Gram matrices, told our objective",
            {"rows": tasks_file(tasks)},
        )


def _graphs(size, tasks_file):
    tasks = size(20_000, 48)
    for shape in ("chain", "grid"):
        yield Row(
            f"graph-{shape}-{tasks}",
            f"graph, a {shape} of T = {tasks:,}, d = 20",
            Goal(ratio=1.5),
            f"kith fit {{rows}} {TASKS} --method graph --graph {{edges}} --gamma 1 --lambda 0.1 --no-standardize"
            " --json {json} -o {out}.kith",
            "scipy_graph.py {rows} {edges} 1 0.1" + (" --direct" if shape == "chain" else ""),
            "SciPy, the fastest of conjugate gradients and" + (" direct" if shape == "chain" else " preconditioned ones"),
            {"rows": tasks_file(tasks), "edges": f"edges_data.py {shape} {tasks} {{file}}.csv"},
            by="work",
        )


def _rows(size):
    n, features, tasks = size(10_000_000, 10_000), size(50, 5), size(1_000, 10)
    yield Row(
        f"csv-{n}",
        f"CSV, {n:,} x {features}, T = {tasks:,}, mtfl, lambda by 5 folds",
        Goal(ratio=1, mb=1_000),
        f"kith fit {{rows}} {TASKS} --method mtfl --folds 5 --json {{json}} -o {{out}}.kith",
        "pandas_gram.py {rows} 5",
        "pandas + NumPy Gram matrices by task and fold, no fit",
        {"rows": f"rows_data.py {n} {features} {tasks} > {{file}}.csv"},
        repeats=1,
        limit=400,
    )


def _sparse_inputs(size):
    rows = size(2_000, 60)
    for features in (size(100_000, 500), size(1_000_000, 1_000)):
        for method, goal in (("stl", Goal(ratio=3)), ("mtfl", Goal(seconds=5))):
            yield Row(
                f"libsvm-{method}-{features}",
                f"LIBSVM, {method}, n = {rows:,}, d = {features:,}, T = 20",
                goal,
                f"kith fit {{rows}} --method {method} --lambda 0.1 --no-standardize --json {{json}} -o {{out}}.kith",
                "sklearn_sparse.py {rows}",
                "sklearn Ridge per task, sparse",
                {"rows": f"libsvm_data.py {rows} {features} 20 {{file}}.svm"},
            )


def _kernels(size, tasks_file):
    tasks = size(50, 5)
    n = 100 * tasks
    for method in ("stl", "mean", "mtfl"):
        yield Row(
            f"gaussian-{method}-{n}",
            f"Gaussian kernel, {method}, long, n = {n:,}, T = {tasks}",
            Goal(ratio=4),
            f"kith fit {{rows}} {TASKS} --method {method} --kernel gaussian:1 --lambda 0.1 --json {{json}} -o {{out}}.kith",
            f"scipy_cholesky.py {n}",
            "LAPACK Cholesky of that size (SciPy)",
            {"rows": tasks_file(tasks, 100, 10)},
            by="work",
        )


def _losses():
    for method, limit in (("stl", 1.5), ("mean", 1.5), ("mtfl", 4)):
        peer = "sklearn lbfgs per task" + ("" if method == "stl" else " (stl)")
        yield LossRow(f"logistic-{method}", f"logistic:{method}:0.001:true", Goal(ratio=limit), peer)
    for method in ("stl", "mean"):
        for lam in ("0.1", "0.01"):
            yield LossRow(f"hinge-{method}-{lam}", f"hinge:{method}:{lam}:false", Goal(ratio=1.2), "LIBLINEAR (sklearn)")


def _predictions(size, tasks_file):
    tasks, per_task = size(20_000, 40), size(50, 5)
    yield Row(
        f"predict-{tasks * per_task}",
        f"predict {tasks * per_task:,} rows, T = {tasks:,}, d = 20",
        Goal(ratio=0.8),
        "kith predict {model} {new} -o {out}.csv",
        "pandas_predict.py {weights} {new} {out}.csv",
        "pandas + NumPy",
        {
            "rows": tasks_file(tasks),
            "new": tasks_file(tasks, per_task),
            "model": f"kith fit {{rows}} {TASKS} --method stl --lambda 0.1 -o {{file}}.kith",
            "weights": f"pandas_predict.py {tasks} 20 {{file}}.csv",
        },
    )
    centres, per_task = size(50, 5), size(2_000, 40)
    yield Row(
        f"predict-gaussian-{centres * per_task}",
        f"Gaussian kernel, predict {centres * per_task:,} rows, {40 * centres:,} centres, d = 10",
        Goal(ratio=1.2),
        "kith predict {model} {new} -o {out}.csv",
        "sklearn_kernel_predict.py {rows} {new} {out}.csv",
        "sklearn KernelRidge.predict, with pandas",
        {
            "rows": tasks_file(centres, 40, 10),
            "new": tasks_file(centres, per_task, 10),
            "model": f"kith fit {{rows}} {TASKS} --method mean --kernel gaussian:1 --lambda 0.1 -o {{file}}.kith",
        },
    )


def _sparse_relations(size):
    for tasks, seconds in ((size(500, 20), 3), (size(1_000, 30), 20)):
        yield Row(
            f"sparse-{tasks}",
            f"sparse, T = {tasks:,} in clusters of 5, 20 rows each, d = 20",
            Goal(seconds=seconds),
            f"kith fit {{rows}} {TASKS} --method sparse --lambda 0.1 --json {{json}} -o {{out}}.kith",
            data={"rows": f"many_tasks_data.py {tasks} 20 20 {{file}}.csv 5"},
            repeats=1,
        )


def _daily(size, tasks_file):
    school = "{kith_data}/school/school.csv.gz --task task --target y"
    yield Row(
        "compare-school",
        "compare school, all default methods" + size("", ": mean only"),
        Goal(seconds=20, mb=1_500),
        f"kith compare {school} --json {{json}}" + size("", " --methods mean --folds 2"),
        repeats=1,
        limit=300,
    )
    yield Row(
        "predict-one-row",
        "predict one row",
        Goal(seconds=0.3),
        "kith predict {model} {one}",
        "import_sklearn.py",
        "import sklearn.linear_model",
        {
            "rows": tasks_file(20, 20, 20),
            "one": tasks_file(1, 1, 20),
            "model": f"kith fit {{rows}} {TASKS} --method mean --lambda 0.1 -o {{file}}.kith",
        },
        repeats=5,
    )
    yield Row(
        "fit-school-mean",
        "fit school, mean, lambda 0.1",
        Goal(seconds=0.5),
        f"kith fit {school} --method mean --lambda 0.1 -o {{out}}.kith",
        "import_sklearn.py",
        "import sklearn.linear_model",
        repeats=5,
    )
    yield Row(
        "stream-spam",
        "stream, spam_by_user shuffled, beyond start-up",
        Goal(ratio=1.5, percent=2.5),
        "kith stream {mails} --learner adaptive --json",
        "vw_stream.py {mails}",
        "Vowpal Wabbit 8.2",
        {"mails": "shuffled_mails.py {kith_data}/spam_by_user/enron.svm.gz {file}.svm"},
        less="kith --version",
        published=0.2,
    )
    yield Row(
        "gzip",
        f"read a gzipped CSV, {size(400_000, 400):,} x 20, T = 20, and fit stl",
        Goal(ratio=1),
        f"kith fit {{rows}} {TASKS} --method stl --lambda 0.1 -o {{out}}.kith",
        "pandas_read.py {rows}",
        "pandas read_csv alone",
        {"rows": f"many_tasks_data.py 20 {size(20_000, 20)} 20 {{file}}.csv.gz"},
    )
