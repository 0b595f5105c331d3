package dev.kith.cli.reproduce;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.Options;
import dev.kith.convex.Options.Solver;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.simulated.GaussianTasks;
import dev.kith.kernel.Linear;
import dev.kith.loss.Squared;
import dev.kith.model.FitReport;
import dev.kith.structure.Clustered;
import dev.kith.structure.Relation;
import dev.kith.structure.Schatten;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Seconds to a certified optimum as features and tasks grow: the published alternation, and the solvers used here. */
final class TimingExperiment implements Experiment {
    private static final double GAP = 1e-4;
    private static final double LAMBDA = 0.1;
    private static final int ROUNDS = 300;

    @Override
    public String name() {
        return "timing";
    }

    @Override
    public String place() {
        return "Ciliberto, Mroueh, Poggio, Rosasco: Convex learning of multiple tasks and their structure, ICML 2015,"
                + " figure 1";
    }

    @Override
    public String summary() {
        return "seconds to the optimum as features and tasks grow";
    }

    @Override
    public Outcome run(Scope scope) {
        int fixed = scope.quick() ? 20 : 100;
        int[] sizes = scope.quick() ? new int[] {5, 20} : new int[] {5, 25, 50, 100, 150};
        Map<String, List<List<Double>>> curves = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        warmUp(scope);
        for (boolean features : new boolean[] {true, false}) {
            for (int size : sizes) {
                int tasks = features ? fixed : size;
                int d = features ? size : fixed;
                scope.progress().accept("timing: " + tasks + " tasks, " + d + " features");
                Dataset data = new GaussianTasks(tasks, d, 30, 0, 0.1, scope.seed())
                        .draw()
                        .data();
                List<String> row = new ArrayList<>(List.of(Integer.toString(tasks), Integer.toString(d)));
                for (Relation relation : List.of(new Schatten(1), new Clustered(5, 1, 1, 10))) {
                    for (Solver solver : List.of(Solver.AUTO, Solver.ALTERNATING)) {
                        FitReport report = fit(data, relation, solver);
                        boolean there = report.gap() <= GAP;
                        row.add(String.format(Locale.ROOT, "%.3f%s", report.seconds(), there ? "" : " *"));
                        curves.computeIfAbsent(
                                        relation.name()
                                                + (solver == Solver.AUTO ? "" : ", alternating")
                                                + (features ? ", by features" : ", by tasks"),
                                        k -> new ArrayList<>())
                                .add(List.of((double) size, report.seconds()));
                    }
                }
                rows.add(row);
            }
        }
        return new Outcome(
                "Times are of this machine and run. Published: alternation takes about the same time for any number of"
                        + " features, and longer with more tasks.",
                "time to a relative duality gap of " + GAP + " instead of the same objective; * ended within " + ROUNDS
                        + " rounds without it. The classical algorithms are measured beside ours by bench/run convex",
                List.of("tasks", "features", "mtfl s", "alternating s", "cluster s", "alternating s"),
                rows,
                List.of(Plot.lines("Seconds to the optimum", "size", curves)));
    }

    /** The first fits of a process are slow for reasons of the machine's, not the method's. */
    private static void warmUp(Scope scope) {
        Dataset data =
                new GaussianTasks(20, 20, 30, 0, 0.1, scope.seed()).draw().data();
        for (Relation relation : List.of(new Schatten(1), new Clustered(5, 1, 1, 10))) {
            fit(data, relation, Solver.AUTO);
            fit(data, relation, Solver.ALTERNATING);
        }
    }

    private static FitReport fit(Dataset data, Relation relation, Solver solver) {
        Options options = Options.defaults()
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withStopping(GAP, solver == Solver.AUTO ? 10_000 : ROUNDS)
                .withSolver(solver);
        return new ConvexTrainer(new Squared(), new Linear(), relation, LAMBDA, options)
                .train(data)
                .report();
    }
}
