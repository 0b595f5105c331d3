package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.simulated.Simulated;
import dev.kith.data.simulated.Simulations;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tasks with a sparse structure matrix: error of methods that know it, ignore it, or learn it, over its density. */
final class RelationsExperiment implements Experiment {
    private static final double[] DENSITIES = {0.1, 0.3, 0.5, 0.7, 1};
    private static final int[] TASKS = {5, 10, 20};
    private static final double DRAWN = 0.5;

    @Override
    public String name() {
        return "relations";
    }

    @Override
    public String place() {
        return "Ciliberto, Rosasco, Villa: Learning multiple visual tasks while discovering their structure, CVPR 2015,"
                + " figures 1 and 2";
    }

    @Override
    public String summary() {
        return "error against the sparsity of the task structure";
    }

    @Override
    public Outcome run(Scope scope) {
        double[] densities = scope.quick() ? new double[] {0.1, 0.5} : DENSITIES;
        int[] tasks = scope.quick() ? new int[] {5} : TASKS;
        int models = scope.quick() ? 2 : 10;
        List<List<String>> rows = new ArrayList<>();
        List<Plot> plots = new ArrayList<>();
        int better = 0;
        for (double density : densities) {
            Map<String, List<Double>> errors = new LinkedHashMap<>();
            for (int t : tasks) {
                for (int r = 0; r < models; r++) {
                    scope.progress().accept("relations: density " + density + ", " + t + " tasks, model " + (r + 1));
                    Simulated drawn = Simulations.draw(
                            "relations",
                            "tasks",
                            t,
                            "dimensions",
                            100,
                            "train",
                            50,
                            "test",
                            100,
                            "density",
                            density,
                            "noise",
                            0.1,
                            "corruption",
                            0.1,
                            "seed",
                            scope.seed() + 100L * r + t);
                    boolean draw = density == DRAWN && r == 0 && t == tasks[tasks.length / 2];
                    run(drawn, scope.seed(), errors, draw ? plots : new ArrayList<>());
                }
            }
            List<String> row = new ArrayList<>(List.of(Double.toString(density)));
            errors.values().forEach(values -> row.add(Numbers.meanAndDeviation("%.3f", values)));
            row.add("GT < sparse < OKL, MTRL, STL");
            rows.add(row);
            better += Numbers.mean(errors.getOrDefault("sparse", List.of()))
                            < Numbers.mean(errors.getOrDefault("STL", List.of()))
                    ? 1
                    : 0;
        }
        return new Outcome(
                "Sparse relations have a lower mean error than single tasks at " + better + " of " + densities.length
                        + " densities; published: at all.",
                "how the paper's random sparse matrices become positive is not printed; ours add a multiple of the"
                        + " identity. No numbers are published, only the figures",
                List.of("density", "GT", "STL", "MTRL", "OKL", "sparse", "published order"),
                rows,
                plots);
    }

    private static void run(Simulated drawn, long seed, Map<String, List<Double>> errors, List<Plot> plots) {
        NamedMatrix truth = drawn.truth().orElseThrow();
        List<ConvexMethod> methods = List.of(
                ConvexMethod.of("GT", Relations.metric(truth)),
                ConvexMethod.stl(),
                ConvexMethod.mtrl(),
                ConvexMethod.okl(),
                ConvexMethod.sparse());
        for (ConvexMethod method : methods) {
            Model model = method.tuned(drawn.data(), TargetScale.ALL, seed);
            errors.computeIfAbsent(method.name(), m -> new ArrayList<>())
                    .add(ConvexMethod.scores(Measure.NMSE, model, drawn.test().orElseThrow())
                            .mean()
                            .orElseThrow());
            if (method.name().equals("sparse")) {
                plots.add(Plot.heat(
                        "The true structure matrix, sizes of its entries", truth.rows(), sizes(truth.values())));
                plots.add(Plot.heat(
                        "The structure matrix found by sparse",
                        truth.rows(),
                        sizes(model.structure().orElseThrow().dense())));
            }
        }
    }

    /** |entries|, the largest being 1. */
    private static Matrix sizes(Matrix a) {
        double largest = a.maxAbs();
        return a.map(x -> Math.abs(x) / (largest > 0 ? largest : 1));
    }
}
