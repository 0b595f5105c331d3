package dev.kith.method;

import static dev.kith.method.Parameter.AUTO;
import static dev.kith.method.Parameter.NONE;

import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Linear;
import dev.kith.kernel.StringKernel;
import dev.kith.mkl.KernelMklTrainer;
import dev.kith.mkl.KernelSumTrainer;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.StructureFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Multi-task multiple kernel learning and its baselines. */
final class KernelMethods {
    private static final int USUAL_BITS = 18;

    /** Coordinate ascent makes hard work of many digits. */
    private static final Training USUAL = Training.defaults()
            .withStopping(
                    MklTrainer.DEFAULT_TRAINING.tolerance(), Training.defaults().maxIterations());

    private static final Parameter C = Parameter.number(
                    "C", 1, Range.above(0), "Cost of an observation's loss against the penalty.")
            .searched(0.01, 0.1, 1, 10);
    private static final Parameter P = Parameter.number(
                    "p", 2, Range.from(1), "Norm of the weights of views and nodes: 1 picks few, 2 spreads them.")
            .searched(1, 4.0 / 3, 2, 4)
            .onlyIfAsked();
    private static final Parameter TREE = Parameter.files(
                    "tree",
                    "A tree over the tasks: Newick, or CSV with header, child,parent; auto: found by clustering models of"
                            + " single tasks. Several times: nodes of all trees.")
            .labelled("FILE|auto");
    private static final Parameter GROUPS = Parameter.files(
            "groups", "Which group a task belongs to: CSV with header, task,group. May be given several times.");
    private static final Parameter GRAPH = Parameter.files(
            "graph", "Which tasks are neighbours: CSV with header, task,task[,weight]. May be given several times.");
    private static final Parameter METRIC =
            Parameter.files("metric", "Similarity of tasks: CSV of a task x task matrix. May be given several times.");
    private static final Parameter PAIRS = Parameter.text(
            "pairs",
            "N:NAME,...",
            NONE,
            "With several kernels: kernel N (from 1, as given) is learned with these similarities of tasks only: tree,"
                    + " groups, graph, metric, a second one metric-2, what all share (shared), what each has of its own"
                    + " (own). Kernels that are not named are learned with all.");
    private static final Parameter SCALE_VIEWS = Parameter.text(
            "scale-views",
            "yes|no",
            "yes",
            "Whether every view or kernel is scaled to k(x, x) = 1 on average, so that weights compare.");
    private static final Parameter VIEWS = Parameter.file(
                    "views",
                    "Groups of features that get weights of their own: CSV with header, feature,view; auto: by the"
                            + " features' names, or the lengths of substrings. Left out: one group.")
            .labelled("FILE|auto")
            .optional();
    private static final Parameter TASK_HASH = bits(
            "task-hash",
            NONE,
            "What tasks have of their own shares one table of 2^BITS weights by hashing task x feature: memory no longer"
                    + " grows with the number of tasks, at the price of collisions. Not with a tree.");
    private static final Parameter POSITIVE_WEIGHT = Parameter.number(
            "positive-weight",
            1,
            Range.above(0),
            "Costs of rows of the second class are multiplied by this, for classes of unequal size.");
    private static final Parameter STRINGS_HASH =
            bits("strings-hash", AUTO, "Substrings are hashed into 2^BITS columns; auto is " + USUAL_BITS + ".");
    private static final Parameter EXPLICIT = Parameter.text(
            "explicit",
            "yes|no",
            "no",
            "yes: kernel polynomial:2 or polynomial:3 is written out as features, all products of that many: for many rows"
                    + " of few features.");
    private static final Parameter MISMATCHES = Parameter.whole(
                    "mismatches",
                    0,
                    Range.between(0, 1),
                    "1: substrings that differ in one letter count as well, at half their value.")
            .labelled("0|1");
    private static final Parameter MEMORY = new Parameter(
            "memory",
            Parameter.Kind.SIZE,
            "SIZE",
            NONE,
            Optional.empty(),
            List.of(),
            false,
            "What a fit may take, such as 500m or 4g. Data that do not fit are kept on disk, in the directory TMPDIR; what"
                    + " needs more all the same is refused before it starts, with the size needed. While settings are"
                    + " chosen by cross-validation, and in comparisons, the data are in memory and not counted.");

    static final List<Method> ALL = List.of(
            method(
                    "mkl",
                    "weights of views and of tree nodes learned together",
                    s -> s.number("p"),
                    KernelMethods::tasks,
                    P,
                    TREE,
                    GROUPS,
                    GRAPH,
                    METRIC,
                    PAIRS,
                    VIEWS,
                    TASK_HASH),
            method(
                    "vanilla",
                    "views and tree nodes with equal weights",
                    s -> Double.POSITIVE_INFINITY,
                    KernelMethods::tasks,
                    TREE,
                    GROUPS,
                    GRAPH,
                    METRIC,
                    PAIRS,
                    VIEWS,
                    TASK_HASH),
            method(
                    "union",
                    "all tasks as one, the baseline of mkl",
                    s -> Double.POSITIVE_INFINITY,
                    s -> TaskKernels.union()),
            method(
                    "individual",
                    "every task alone, the baseline of mkl",
                    s -> Double.POSITIVE_INFINITY,
                    s -> TaskKernels.own(),
                    TASK_HASH));

    private KernelMethods() {}

    private static Parameter bits(String name, String fallback, String help) {
        return new Parameter(
                name,
                Parameter.Kind.WHOLE,
                "BITS",
                fallback,
                Optional.of(Range.between(1, 30)),
                List.of(),
                false,
                help);
    }

    private static Method method(
            String name,
            String meaning,
            ToDoubleFunction<Settings> p,
            Function<Settings, TaskKernels> tasks,
            Parameter... more) {
        List<Parameter> parameters = new ArrayList<>(List.of(more));
        parameters.addAll(List.of(
                KernelWidth.PARAMETER, C, SCALE_VIEWS, POSITIVE_WEIGHT, STRINGS_HASH, MISMATCHES, EXPLICIT, MEMORY));
        return new Method(
                name,
                meaning,
                parameters,
                EnumSet.of(
                        Capability.CERTIFIED,
                        Capability.KERNELS,
                        Capability.CLASSES,
                        Capability.ROWS_ON_DISK,
                        Capability.TRANSFORMS,
                        Capability.TREE_FEATURES,
                        Capability.WEIGHTS_TASKS,
                        Capability.OPTIMISES),
                USUAL,
                (setup, lambda) ->
                        trainer(name, setup, p.applyAsDouble(setup.settings()), tasks.apply(setup.settings())));
    }

    private static TaskKernels tasks(Settings settings) {
        return new Similarities(settings).all();
    }

    private static Trainer<? extends Model> trainer(String name, Setup setup, double p, TaskKernels tasks) {
        Settings settings = setup.settings();
        double c = settings.number("C");
        if (setup.kernel() instanceof KernelSum several) {
            requireNoFeatures(settings, several);
            TaskKernels paired = settings.has("pairs")
                    ? new Similarities(settings).paired(several.views().size())
                    : tasks;
            return new KernelSumTrainer(name, setup.loss(), several, paired, p, c, setup.training(), options(settings));
        }
        if (settings.has("pairs")) {
            throw new SettingException(
                    "pairs", "needs several kernels, got " + setup.kernel().spec());
        }
        Optional<Views> features = features(setup.kernel(), settings);
        if (features.isPresent()) {
            return new MklTrainer(name, setup.loss(), features.get(), tasks, p, c, setup.training(), options(settings));
        }
        requireNoFeatures(settings, setup.kernel());
        return new KernelMklTrainer(
                name, setup.loss(), setup.kernel(), tasks, p, c, setup.training(), options(settings));
    }

    /** What a kernel is written out as; empty where it is not. */
    private static Optional<Views> features(Kernel kernel, Settings settings) {
        boolean products = yes(settings, "explicit");
        if (products && kernel.explicit(1).isEmpty()) {
            throw new SettingException("explicit", "is for kernel polynomial:2 or polynomial:3, got " + kernel.spec());
        }
        if (products) {
            requireNone(settings, kernel, "views");
            return Optional.of(Views.explicit(kernel));
        }
        return kernel instanceof Linear || kernel instanceof StringKernel
                ? Optional.of(views(kernel, settings))
                : Optional.empty();
    }

    /** Refuses what is about explicit features. */
    private static void requireNoFeatures(Settings settings, Kernel kernel) {
        if (yes(settings, "explicit")) {
            throw new SettingException(
                    "explicit", "is for one kernel, polynomial:2 or polynomial:3, got " + kernel.spec());
        }
        requireNone(settings, kernel, "views");
        requireNone(settings, kernel, "task-hash");
        if (!settings.isAuto("strings-hash") || settings.whole("mismatches") == 1) {
            throw new SettingException(
                    settings.isAuto("strings-hash") ? "mismatches" : "strings-hash",
                    "needs explicit features of strings: one kernel, spectrum:k or weighted-degree:k, got "
                            + kernel.spec());
        }
    }

    private static void requireNone(Settings settings, Kernel kernel, String explicit) {
        if (settings.has(explicit)) {
            throw new SettingException(
                    explicit,
                    "needs explicit features: one kernel, linear, spectrum:k or weighted-degree:k, got "
                            + kernel.spec());
        }
    }

    private static boolean yes(Settings settings, String name) {
        String text = settings.text(name);
        if (!List.of("yes", "no").contains(text)) {
            throw new SettingException(name, "must be yes or no, got '" + text + "'");
        }
        return text.equals("yes");
    }

    private static Views views(Kernel kernel, Settings settings) {
        boolean auto = settings.has("views") && settings.isAuto("views");
        if (kernel instanceof StringKernel strings) {
            if (settings.has("views") && !auto) {
                throw new SettingException("views", "of strings must be auto (a view for each length), got a file");
            }
            int bits = settings.isAuto("strings-hash") ? USUAL_BITS : settings.whole("strings-hash");
            return Views.strings(strings, bits, auto, settings.whole("mismatches") == 1);
        }
        if (!settings.isAuto("strings-hash")) {
            throw new SettingException("strings-hash", "needs a column of strings and a string kernel");
        }
        if (settings.whole("mismatches") == 1) {
            throw new SettingException("mismatches", "needs a column of strings and a string kernel");
        }
        if (auto) {
            return Views.byStem();
        }
        return settings.has("views") ? Views.named(StructureFiles.pairs(settings.file("views"))) : Views.all();
    }

    private static MklOptions options(Settings settings) {
        return MklOptions.defaults()
                .withNormalizeViews(yes(settings, "scale-views"))
                .withPositiveWeight(settings.number("positive-weight"))
                .withTemporary(temporary())
                .withCrossing(settings.has("task-hash") ? settings.whole("task-hash") : 0)
                .withMemory(settings.has("memory") ? settings.bytes("memory") : Long.MAX_VALUE);
    }

    /** The directory that the environment names for temporary files, or else the system's. */
    private static Path temporary() {
        String given = System.getenv("TMPDIR");
        return given == null || given.isEmpty() ? MklOptions.defaults().temporary() : Path.of(given);
    }
}
