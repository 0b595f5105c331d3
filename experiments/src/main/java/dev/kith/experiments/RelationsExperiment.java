package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.experiments.StructuredTasks.Design;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Tasks with a sparse structure matrix: error of methods that know it, ignore it, or learn it, over its density and over
 * ways to draw it.
 */
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
        List<List<String>> rows = new ArrayList<>();
        List<Plot> plots = new ArrayList<>();
        List<String> claims = new ArrayList<>();
        for (Design design : Design.values()) {
            int[] kept = new int[3];
            double[] densities = scope.quick() ? new double[] {0.1, DRAWN} : DENSITIES;
            for (double density : densities) {
                Errors errors = errors(design, density, scope, plots);
                rows.add(errors.row(design, density));
                kept[0] += errors.mean("GT") < errors.mean("STL") ? 1 : 0;
                kept[1] += errors.mean("sparse") < errors.mean("STL") ? 1 : 0;
                kept[2] += Math.min(errors.mean("MTRL"), errors.mean("OKL")) < errors.mean("STL") ? 0 : 1;
            }
            claims.add(design + ": knowing A helps at " + kept[0] + ", sparse relations help at " + kept[1]
                    + ", MTRL and OKL do not help at " + kept[2] + " of " + densities.length + " densities");
        }
        return new Outcome(
                String.join(". ", claims) + ". Published: all three at all, most at 0.1.",
                "how the paper's random sparse matrices become positive is not printed: two ways are run. No numbers are"
                        + " published, only the figures",
                List.of("design", "density", "GT", "GT clean", "STL", "MTRL", "OKL", "sparse", "sparse wins"),
                rows,
                plots);
    }

    private static Errors errors(Design design, double density, Scope scope, List<Plot> plots) {
        Errors errors = new Errors(new LinkedHashMap<>());
        int[] tasks = scope.quick() ? new int[] {5} : TASKS;
        for (int t : tasks) {
            for (int r = 0; r < (scope.quick() ? 2 : 10); r++) {
                scope.progress()
                        .accept("relations: " + design + ", density " + density + ", " + t + " tasks, model "
                                + (r + 1));
                StructuredTasks drawn = StructuredTasks.draw(design, t, density, scope.seed() + 100L * r + t);
                boolean draw = density == DRAWN && r == 0 && t == tasks[tasks.length / 2];
                errors.add(drawn, scope.seed(), draw ? plots : new ArrayList<>(), design);
            }
        }
        return errors;
    }

    /** nMSE of every model drawn, by method. */
    private record Errors(Map<String, List<Double>> of) {
        void add(StructuredTasks drawn, long seed, List<Plot> plots, Design design) {
            List<ConvexMethod> methods = List.of(
                    ConvexMethod.of("GT", Relations.metric(drawn.definite(drawn.used()))),
                    ConvexMethod.of("GT clean", Relations.metric(drawn.definite(drawn.sparse()))),
                    ConvexMethod.stl(),
                    ConvexMethod.mtrl(),
                    ConvexMethod.okl(),
                    ConvexMethod.sparse());
            for (ConvexMethod method : methods) {
                Model model = method.tuned(drawn.train(), TargetScale.ALL, seed);
                of.computeIfAbsent(method.name(), m -> new ArrayList<>())
                        .add(ConvexMethod.scores(Measure.NMSE, model, drawn.test())
                                .mean()
                                .orElseThrow());
                if (method.name().equals("sparse")) {
                    List<String> tasks = drawn.train().tasks();
                    plots.add(Plot.heat(
                            "The true structure matrix (" + design + "), sizes of its entries",
                            tasks,
                            sizes(drawn.sparse())));
                    plots.add(Plot.heat(
                            "The structure matrix found by sparse",
                            tasks,
                            sizes(model.structure().orElseThrow().dense())));
                }
            }
        }

        double mean(String method) {
            return Numbers.mean(values(method));
        }

        private List<Double> values(String method) {
            return of.getOrDefault(method, List.of());
        }

        List<String> row(Design design, double density) {
            List<String> row = new ArrayList<>(List.of(design.toString(), Double.toString(density)));
            of.values().forEach(values -> row.add(Numbers.meanAndDeviation("%.3f", values)));
            row.add(wins("STL") + " / " + wins("MTRL") + " of " + values("STL").size());
            return row;
        }

        /** Models on which sparse relations err less. */
        private long wins(String rival) {
            List<Double> ours = values("sparse");
            List<Double> theirs = values(rival);
            return IntStream.range(0, ours.size())
                    .filter(k -> ours.get(k) < theirs.get(k))
                    .count();
        }
    }

    /** |entries|, the largest being 1. */
    private static Matrix sizes(Matrix a) {
        double largest = a.maxAbs();
        return a.map(x -> Math.abs(x) / (largest > 0 ? largest : 1));
    }
}
