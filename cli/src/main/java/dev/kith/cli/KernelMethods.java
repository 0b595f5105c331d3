package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.kernel.StringKernel;
import dev.kith.mkl.KernelMklTrainer;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.structure.GraphStructure;
import dev.kith.structure.Metric;
import dev.kith.structure.Structure;
import dev.kith.structure.StructureFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Multi-task multiple kernel learning and its baselines. */
final class KernelMethods {
    private static final String AUTO = "auto";
    private static final int USUAL_BITS = 18;
    private static final Map<Setting, String> DEFAULTS = Map.of(
            Setting.P,
            "2",
            Setting.TREE,
            Setting.NONE,
            Setting.GROUPS,
            Setting.NONE,
            Setting.GRAPH,
            Setting.NONE,
            Setting.METRIC,
            Setting.NONE);

    private KernelMethods() {}

    static Method mkl() {
        return method(
                "mkl",
                "weights of views and of tree nodes learned together",
                s -> s.number(Setting.P),
                KernelMethods::tasks,
                Setting.P,
                Setting.TREE,
                Setting.GROUPS,
                Setting.GRAPH,
                Setting.METRIC,
                Setting.VIEWS,
                Setting.TASK_HASH);
    }

    static Method vanilla() {
        return method(
                "vanilla",
                "views and tree nodes with equal weights",
                s -> Double.POSITIVE_INFINITY,
                KernelMethods::tasks,
                Setting.TREE,
                Setting.GROUPS,
                Setting.GRAPH,
                Setting.METRIC,
                Setting.VIEWS,
                Setting.TASK_HASH);
    }

    static Method union() {
        return method(
                "union",
                "all tasks as one, the baseline of mkl",
                s -> Double.POSITIVE_INFINITY,
                s -> TaskKernels.union());
    }

    static Method individual() {
        return method(
                "individual",
                "every task alone, the baseline of mkl",
                s -> Double.POSITIVE_INFINITY,
                s -> TaskKernels.own(),
                Setting.TASK_HASH);
    }

    private static Method method(
            String name,
            String summary,
            Function<Settings, Double> p,
            Function<Settings, TaskKernels> tasks,
            Setting... more) {
        List<Setting> settings = new ArrayList<>(List.of(more));
        settings.addAll(
                List.of(Setting.C, Setting.POSITIVE_WEIGHT, Setting.STRINGS_HASH, Setting.MISMATCHES, Setting.MEMORY));
        return new Method(
                name,
                summary,
                Method.setOf(settings.toArray(Setting[]::new)),
                DEFAULTS,
                false,
                (setup, lambda) -> trainer(name, setup, p.apply(setup.settings()), tasks.apply(setup.settings())));
    }

    private static TaskKernels tasks(Settings settings) {
        List<TaskKernels> parts = new ArrayList<>();
        if (settings.has(Setting.TREE)) {
            parts.add(
                    settings.text(Setting.TREE).equals(AUTO)
                            ? TaskKernels.inferredTree()
                            : TaskKernels.tree(StructureFiles.tree(settings.file(Setting.TREE))));
        }
        if (settings.has(Setting.GROUPS)) {
            parts.add(TaskKernels.groups(StructureFiles.groups(settings.file(Setting.GROUPS))));
        }
        List<Structure> structures = new ArrayList<>();
        if (settings.has(Setting.GRAPH)) {
            structures.add(new GraphStructure(StructureFiles.graph(settings.file(Setting.GRAPH)), 1));
        }
        if (settings.has(Setting.METRIC)) {
            structures.add(new Metric(StructureFiles.matrix(settings.file(Setting.METRIC))));
        }
        if (!structures.isEmpty()) {
            parts.add(TaskKernels.structures(structures));
        }
        return parts.isEmpty()
                ? TaskKernels.sharedAndOwn()
                : parts.size() == 1 ? parts.get(0) : TaskKernels.joined(parts);
    }

    private static Trainer<? extends Model> trainer(String name, Setup setup, double p, TaskKernels tasks) {
        double c = setup.settings().number(Setting.C);
        MklOptions options = options(setup.settings());
        Map<String, String> recorded = new TreeMap<>(setup.recorded());
        for (Setting setting : List.of(
                Setting.TREE, Setting.GROUPS, Setting.GRAPH, Setting.METRIC, Setting.VIEWS, Setting.TASK_HASH)) {
            if (setup.settings().given().containsKey(setting)
                    && setup.settings().has(setting)) {
                recorded.put(setting.key(), setup.settings().recorded(setting));
            }
        }
        if (setup.kernel() instanceof Linear || setup.kernel() instanceof StringKernel) {
            Views views = views(setup.kernel(), setup.settings());
            return new MklTrainer(name, setup.loss(), views, tasks, p, c, setup.training(), options, recorded);
        }
        if (setup.settings().has(Setting.VIEWS)) {
            throw new UsageException("--views needs explicit features: --kernel linear, spectrum:k or"
                    + " weighted-degree:k, got " + setup.kernel().spec());
        }
        if (setup.settings().has(Setting.TASK_HASH)) {
            throw new UsageException("--task-hash needs explicit features: --kernel linear, spectrum:k or"
                    + " weighted-degree:k, got " + setup.kernel().spec());
        }
        return new KernelMklTrainer(
                name, setup.loss(), setup.kernel(), tasks, p, c, setup.training(), options, recorded);
    }

    private static Views views(Kernel kernel, Settings settings) {
        boolean auto =
                settings.has(Setting.VIEWS) && settings.text(Setting.VIEWS).equals(AUTO);
        if (kernel instanceof StringKernel strings) {
            if (settings.has(Setting.VIEWS) && !auto) {
                throw new UsageException("--views of strings must be auto (a view for each length), got a file");
            }
            return Views.strings(strings, bits(settings), auto, mismatches(settings));
        }
        if (!settings.text(Setting.STRINGS_HASH).equals(AUTO)) {
            throw new UsageException("--strings-hash needs --strings and a string kernel");
        }
        if (mismatches(settings)) {
            throw new UsageException("--mismatches needs --strings and a string kernel");
        }
        if (auto) {
            return Views.byStem();
        }
        return settings.has(Setting.VIEWS)
                ? Views.named(StructureFiles.pairs(settings.file(Setting.VIEWS)))
                : Views.all();
    }

    private static boolean mismatches(Settings settings) {
        int value = settings.whole(Setting.MISMATCHES);
        if (value != 0 && value != 1) {
            throw new UsageException("--mismatches must be 0 or 1, got " + value);
        }
        return value == 1;
    }

    private static int bits(Settings settings) {
        return settings.text(Setting.STRINGS_HASH).equals(AUTO) ? USUAL_BITS : settings.whole(Setting.STRINGS_HASH);
    }

    private static MklOptions options(Settings settings) {
        return MklOptions.defaults()
                .withPositiveWeight(settings.number(Setting.POSITIVE_WEIGHT))
                .withTemporary(temporary())
                .withCrossing(settings.has(Setting.TASK_HASH) ? settings.whole(Setting.TASK_HASH) : 0)
                .withMemory(settings.has(Setting.MEMORY) ? bytes(settings.text(Setting.MEMORY)) : Long.MAX_VALUE);
    }

    /** The directory that the environment names for temporary files, or else the system's. */
    private static Path temporary() {
        String given = System.getenv("TMPDIR");
        return given == null || given.isEmpty() ? MklOptions.defaults().temporary() : Path.of(given);
    }

    /** 4g, 500m, 64k or a number of bytes. */
    static long bytes(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        int unit = "kmg".indexOf(lower.isEmpty() ? ' ' : lower.charAt(lower.length() - 1));
        try {
            double number = Double.parseDouble(unit < 0 ? lower : lower.substring(0, lower.length() - 1));
            double bytes = number * Math.pow(1024, unit + 1);
            if (bytes >= 1 && bytes < Long.MAX_VALUE) {
                return (long) bytes;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException("--memory must be a size such as 500m or 4g, got '" + text + "'");
    }
}
