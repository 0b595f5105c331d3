package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.convex.Options;
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
import dev.kith.structure.StructureFiles;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Multi-task multiple kernel learning and its baselines. */
final class KernelMethods {
    private static final String AUTO = "auto";
    private static final int USUAL_BITS = 18;

    private KernelMethods() {}

    static Method mkl() {
        return method(
                "mkl",
                "weights of views and of tree nodes learned together",
                s -> s.number(Setting.P),
                KernelMethods::tasks,
                Setting.C,
                Setting.P,
                Setting.TREE,
                Setting.VIEWS,
                Setting.STRINGS_HASH,
                Setting.MEMORY);
    }

    static Method vanilla() {
        return method(
                "vanilla",
                "views and tree nodes with equal weights",
                s -> Double.POSITIVE_INFINITY,
                KernelMethods::tasks,
                Setting.C,
                Setting.TREE,
                Setting.VIEWS,
                Setting.STRINGS_HASH,
                Setting.MEMORY);
    }

    static Method union() {
        return method(
                "union",
                "all tasks as one, the baseline of mkl",
                s -> Double.POSITIVE_INFINITY,
                s -> TaskKernels.union(),
                Setting.C,
                Setting.STRINGS_HASH,
                Setting.MEMORY);
    }

    static Method individual() {
        return method(
                "individual",
                "every task alone, the baseline of mkl",
                s -> Double.POSITIVE_INFINITY,
                s -> TaskKernels.own(),
                Setting.C,
                Setting.STRINGS_HASH,
                Setting.MEMORY);
    }

    private static Method method(
            String name,
            String summary,
            Function<Settings, Double> p,
            Function<Settings, TaskKernels> tasks,
            Setting... settings) {
        return new Method(
                name,
                summary,
                Method.setOf(settings),
                Map.of(Setting.TREE, Setting.NONE, Setting.P, "2"),
                false,
                (setup, lambda) -> trainer(name, setup, p.apply(setup.settings()), tasks.apply(setup.settings())));
    }

    private static TaskKernels tasks(Settings settings) {
        if (!settings.has(Setting.TREE)) {
            return TaskKernels.sharedAndOwn();
        }
        return settings.text(Setting.TREE).equals(AUTO)
                ? TaskKernels.inferredTree()
                : TaskKernels.tree(StructureFiles.tree(settings.file(Setting.TREE)));
    }

    private static Trainer<? extends Model> trainer(String name, Setup setup, double p, TaskKernels tasks) {
        double c = setup.settings().number(Setting.C);
        MklOptions options = options(setup.options(), setup.settings());
        Map<String, String> recorded = new TreeMap<>(setup.recorded());
        for (Setting setting : List.of(Setting.TREE, Setting.VIEWS)) {
            if (setup.settings().given().containsKey(setting)
                    && setup.settings().has(setting)) {
                recorded.put(setting.key(), setup.settings().recorded(setting));
            }
        }
        if (setup.kernel() instanceof Linear || setup.kernel() instanceof StringKernel) {
            Views views = views(setup.kernel(), setup.settings());
            return new MklTrainer(name, setup.loss(), views, tasks, p, c, options, recorded);
        }
        if (setup.settings().has(Setting.VIEWS)) {
            throw new UsageException("--views needs explicit features: --kernel linear, spectrum:k or"
                    + " weighted-degree:k, got " + setup.kernel().spec());
        }
        return new KernelMklTrainer(name, setup.loss(), setup.kernel(), tasks, p, c, options, recorded);
    }

    private static Views views(Kernel kernel, Settings settings) {
        boolean auto =
                settings.has(Setting.VIEWS) && settings.text(Setting.VIEWS).equals(AUTO);
        if (kernel instanceof StringKernel strings) {
            if (settings.has(Setting.VIEWS) && !auto) {
                throw new UsageException("--views of strings must be auto (a view for each length), got a file");
            }
            return Views.strings(strings, bits(settings), auto, false);
        }
        if (!settings.text(Setting.STRINGS_HASH).equals(AUTO)) {
            throw new UsageException("--strings-hash needs --strings and a string kernel");
        }
        if (auto) {
            return Views.byStem();
        }
        return settings.has(Setting.VIEWS)
                ? Views.named(StructureFiles.pairs(settings.file(Setting.VIEWS)))
                : Views.all();
    }

    private static int bits(Settings settings) {
        return settings.text(Setting.STRINGS_HASH).equals(AUTO) ? USUAL_BITS : settings.whole(Setting.STRINGS_HASH);
    }

    private static MklOptions options(Options options, Settings settings) {
        MklOptions.Weighting weighting = options.weighting() == Options.Weighting.TASK
                ? MklOptions.Weighting.TASK
                : MklOptions.Weighting.OBSERVATION;
        return MklOptions.defaults()
                .withIntercept(options.intercept())
                .withScaling(options.standardize(), options.targetScale(), true)
                .withWeighting(weighting, 1)
                .withStopping(options.tolerance(), options.maxIterations())
                .withSeed(options.seed())
                .withMemory(settings.has(Setting.MEMORY) ? bytes(settings.text(Setting.MEMORY)) : Long.MAX_VALUE);
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
