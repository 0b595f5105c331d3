package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.GaussianProcess;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.score.CrossValidation;
import dev.kith.score.OutOfFold;
import dev.kith.score.Split;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.trust.Intervals;
import dev.kith.trust.spread.Conformal;
import dev.kith.trust.spread.NoiseLevel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How often labels nobody trained on keep their intervals: on simulated tasks and, where the files are, on real ones. */
final class CoverageExperiment implements Experiment {
    private static final double[] LEVELS = {0.8, 0.9, 0.95};
    private static final String GP = "gp";
    private static final int FOLDS = 10;
    private static final int TUNING_FOLDS = 3;
    private static final int SPLITS = 10;
    private static final double TEST = 0.25;

    @Override
    public String name() {
        return "coverage";
    }

    @Override
    public String place() {
        return "not from a paper: a check of our own intervals, school on its ten published splits";
    }

    @Override
    public String summary() {
        return "share of new labels inside intervals at 80, 90 and 95%";
    }

    /** Training and test rows, several times. */
    private record Trials(String name, List<Split> splits) {}

    @Override
    public Outcome run(Scope scope) {
        Map<String, Coverage> found = new LinkedHashMap<>();
        for (Trials trials : trials(scope)) {
            for (Relation relation : relations(scope.quick())) {
                String name = trials.name() + "," + relation.name();
                scope.progress().accept("coverage: " + trials.name() + ", " + relation.name() + ", choosing lambda");
                ConvexTrainer trainer = chosen(relation, trials.splits().get(0).train(), scope.seed());
                for (int s = 0; s < trials.splits().size(); s++) {
                    scope.progress().accept("coverage: " + trials.name() + ", " + relation.name() + ", " + (s + 1));
                    measure(name, trainer, trials.splits().get(s), scope.seed(), found);
                }
            }
        }
        return outcome(found);
    }

    private static List<Relation> relations(boolean quick) {
        return quick
                ? List.of(Relations.mean(1))
                : List.of(Relations.independent(), Relations.mean(1), Relations.schatten(1));
    }

    /** The best of a few lambdas by cross-validation, largest first. */
    private static ConvexTrainer chosen(Relation relation, Dataset data, long seed) {
        CrossValidation validation =
                new CrossValidation(TUNING_FOLDS, seed, Losses.squared(), TargetScale.ALL, Training.Weighting.TASK);
        List<ConvexTrainer> candidates = Stream.iterate(1.0, lambda -> lambda > 2e-3, lambda -> lambda / Math.sqrt(10))
                .map(lambda -> new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, Training.defaults()))
                .toList();
        return CrossValidation.best(validation.score(data, candidates, c -> c, (done, of) -> {}))
                .candidate();
    }

    private static List<Trials> trials(Scope scope) {
        List<Trials> trials = new ArrayList<>();
        int repeats = scope.quick() ? 2 : SPLITS;
        for (boolean heavy : new boolean[] {false, true}) {
            trials.add(new Trials(
                    heavy ? "simulated, heavy-tailed noise" : "simulated, normal noise",
                    IntStream.range(0, repeats)
                            .mapToObj(r -> UnequalTasks.draw(scope.seed() + r, heavy))
                            .toList()));
        }
        if (!scope.quick() && has(scope, "school/splits.csv.gz")) {
            Dataset schools = Tables.read(scope.file("school/school.csv.gz"))
                    .dataset(Roles.task("task").target("y"));
            Table given = Tables.read(scope.file("school/splits.csv.gz"));
            trials.add(new Trials(
                    "school",
                    IntStream.rangeClosed(1, SPLITS)
                            .mapToObj(s -> Split.given(schools, given, "s" + s, "0"))
                            .toList()));
        }
        if (!scope.quick() && has(scope, "parkinsons/parkinsons.csv.gz")) {
            Dataset patients = Tables.read(scope.file("parkinsons/parkinsons.csv.gz"))
                    .dataset(Roles.task("task").target("y").drop("y_motor"));
            trials.add(new Trials(
                    "parkinsons",
                    IntStream.range(0, repeats)
                            .mapToObj(r -> Split.holdOut(patients, TEST, scope.seed() + r))
                            .toList()));
        }
        return trials;
    }

    private static boolean has(Scope scope, String file) {
        return scope.data()
                .map(directory -> Files.isRegularFile(directory.resolve(file)))
                .orElse(false);
    }

    private static void measure(
            String name, ConvexTrainer trainer, Split split, long seed, Map<String, Coverage> found) {
        Dataset train = split.train();
        double[] held = OutOfFold.predictions(trainer, train, FOLDS, seed + 1, (done, of) -> {});
        Model model = trainer.train(train).model();
        var errors = Conformal.errors(train, held, true);
        Optional<Posterior> posterior = GaussianProcess.posterior(trainer, train, model)
                .map(p -> NoiseLevel.estimate(p, model, train, held, true));
        Coverage conformal = found.computeIfAbsent(name + ",conformal", n -> new Coverage());
        Coverage gaussian = found.computeIfAbsent(name + "," + GP, n -> new Coverage());
        for (int k = 0; k < LEVELS.length; k++) {
            conformal.add(k, model, Intervals.conformal(errors, model.structure(), LEVELS[k]), split.test());
            if (posterior.isPresent()) {
                gaussian.add(k, model, Intervals.gaussian(posterior.get(), model, LEVELS[k]), split.test());
            }
        }
    }

    /** Labels inside their intervals, and how wide these were. */
    private static final class Coverage {
        private final double[] inside = new double[LEVELS.length];
        private final double[] count = new double[LEVELS.length];
        private final double[] width = new double[LEVELS.length];

        void add(int level, Model model, Intervals intervals, Dataset test) {
            int[] tasks = IntStream.range(0, test.size()).map(test::task).toArray();
            var x = test.inputs()
                    .select(IntStream.range(0, test.size()).map(test::row).toArray());
            double[] z = model.predict(x, tasks);
            double[] half = intervals.halfWidths(x, tasks);
            for (int o = 0; o < z.length; o++) {
                inside[level] += Math.abs(test.label(o) - z[o]) <= half[o] ? 1 : 0;
                width[level] += 2 * half[o];
                count[level]++;
            }
        }

        double share(int level) {
            return inside[level] / count[level];
        }
    }

    private static Outcome outcome(Map<String, Coverage> found) {
        List<List<String>> rows = new ArrayList<>();
        double conformal = 0;
        double gaussian = 0;
        for (Map.Entry<String, Coverage> entry : found.entrySet()) {
            Coverage coverage = entry.getValue();
            if (coverage.count[0] == 0) {
                continue;
            }
            int by = entry.getKey().lastIndexOf(',');
            int method = entry.getKey().lastIndexOf(',', by - 1);
            List<String> row = new ArrayList<>(List.of(
                    entry.getKey().substring(0, method),
                    entry.getKey().substring(method + 1, by),
                    entry.getKey().substring(by + 1)));
            for (int k = 0; k < LEVELS.length; k++) {
                double off = Math.abs(coverage.share(k) - LEVELS[k]);
                conformal = row.contains(GP) ? conformal : Math.max(conformal, off);
                gaussian = row.contains(GP) ? Math.max(gaussian, off) : gaussian;
                row.add(String.format(Locale.ROOT, "%.1f", 100 * coverage.share(k)));
            }
            row.add(String.format(Locale.ROOT, "%.2f", coverage.width[1] / coverage.count[1]));
            rows.add(row);
        }
        return new Outcome(
                String.format(
                        Locale.ROOT,
                        "Conformal intervals keep their level within %.1f points, those of the Gaussian-process view"
                                + " within %.1f.",
                        100 * conformal,
                        100 * gaussian),
                "lambda is chosen on the first training part and kept; noise and quantiles are found anew each time",
                List.of("data", "method", "intervals by", "80%", "90%", "95%", "mean width at 90%"),
                rows,
                List.of());
    }
}
