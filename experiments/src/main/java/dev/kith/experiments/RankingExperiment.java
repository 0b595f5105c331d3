package dev.kith.experiments;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Plot;
import dev.kith.cli.reproduce.Scope;
import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.file.disk.Temporaries;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.decoder.Relaxation;
import dev.kith.score.Split;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToDoubleBiFunction;

/**
 * Movies ranked by pairwise comparison: weighted 0-1 rank loss of users not seen, the stars between the two movies of pairs
 * in the wrong order over the stars of all pairs.
 */
final class RankingExperiment implements Experiment {
    private static final int MOVIES = 10;
    private static final double TESTED = 0.5;
    private static final double HELD_OUT = 0.3;
    private static final double CONSTANT = 100;
    private static final Map<String, String> PUBLISHED =
            Map.of("STL", "0.581 ± 0.003", "MTRL", "0.613 ± 0.005", "constrained", "0.271 ± 0.004");

    @Override
    public String name() {
        return "ranking";
    }

    @Override
    public String place() {
        return "Ciliberto, Rudi, Rosasco, Pontil: Consistent multitask learning with nonlinear output relations, NIPS 2017,"
                + " table 2";
    }

    @Override
    public String summary() {
        return "movies ranked by comparisons of pairs, without contradictions";
    }

    @Override
    public Outcome run(Scope scope) {
        Optional<Path> given = scope.data().filter(d -> Files.isRegularFile(d.resolve("u.data")));
        Comparisons comparisons = Comparisons.of(given.map(MovieLens::read).orElseGet(() -> simulated(scope)), MOVIES);
        Map<String, List<Double>> losses = new LinkedHashMap<>();
        for (int trial = 0; trial < (scope.quick() ? 2 : 10); trial++) {
            long seed = scope.seed() + trial;
            Split split = Split.holdOut(comparisons.data(), TESTED, seed);
            HoldOut holdOut = new HoldOut(List.of(Split.holdOut(split.train(), HELD_OUT, seed)), loss(comparisons));
            for (String method : List.of("STL", "MTRL", "STL ordered", "constrained")) {
                scope.progress().accept("ranking: trial " + (trial + 1) + ", " + method);
                Model model = holdOut.best(candidates(method))
                        .trainer()
                        .train(split.train())
                        .model();
                double loss = loss(comparisons)
                        .applyAsDouble(split.test(), model.predict(split.test().inputs()));
                losses.computeIfAbsent(method, m -> new ArrayList<>()).add(loss);
            }
        }
        return outcome(losses, given.isPresent(), comparisons.data());
    }

    private static MovieLens simulated(Scope scope) {
        try {
            Path directory = Path.of(System.getProperty("java.io.tmpdir"), "kith-movies-" + UUID.randomUUID());
            Temporaries.make(directory, () -> Files.createDirectory(directory));
            new SimulatedMovies(scope.quick() ? 150 : 400, 60, scope.seed()).writeInto(directory);
            MovieLens movies = MovieLens.read(directory);
            for (String file : List.of("u.data", "u.user", "u.item")) {
                Files.delete(directory.resolve(file));
            }
            Files.delete(directory);
            Temporaries.forget(directory);
            return movies;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Trainer<? extends Model>> candidates(String method) {
        ConstraintSet orders = ConstraintSets.ranking(MOVIES * (MOVIES - 1) / 2);
        List<Trainer<? extends Model>> candidates = new ArrayList<>();
        for (double lambda : new double[] {100, 10, 1, 0.1, 0.01}) {
            candidates.add(
                    switch (method) {
                        case "STL" -> convex(Relations.independent(), lambda);
                        case "MTRL" -> convex(Relations.traceConstrained(0), lambda);
                        case "STL ordered" ->
                            new dev.kith.decode.DecodingTrainer(
                                    convex(Relations.independent(), lambda), orders, Relaxation.none(), HELD_OUT, 1);
                        default ->
                            new ConstrainedTrainer(
                                    Losses.squared(),
                                    Kernels.polynomial(1, CONSTANT),
                                    List.of(lambda),
                                    orders,
                                    Relaxation.none(),
                                    Training.defaults());
                    });
        }
        return candidates;
    }

    private static ConvexTrainer convex(Relation relation, double lambda) {
        Training training =
                Training.defaults().withStopping(1e-4, Training.defaults().maxIterations());
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, training);
    }

    /** Stars of the pairs whose predicted sign is not the label, over the stars of all pairs; mean over users. */
    private static ToDoubleBiFunction<Dataset, Matrix> loss(Comparisons comparisons) {
        return (test, predictions) -> {
            double[] wrong = new double[test.inputs().rows()];
            double[] all = new double[wrong.length];
            for (int o = 0; o < test.size(); o++) {
                int i = test.row(o);
                double stars = comparisons.stars().get(test.sourceRow(i), test.task(o));
                all[i] += stars;
                wrong[i] += predictions.get(i, test.task(o)) * test.label(o) > 0 ? 0 : stars;
            }
            double sum = 0;
            int users = 0;
            for (int i = 0; i < all.length; i++) {
                sum += all[i] > 0 ? wrong[i] / all[i] : 0;
                users += all[i] > 0 ? 1 : 0;
            }
            return sum / users;
        };
    }

    private static Outcome outcome(Map<String, List<Double>> losses, boolean real, Dataset data) {
        List<List<String>> rows = new ArrayList<>();
        losses.forEach((method, values) -> rows.add(
                List.of(method, Numbers.meanAndDeviation("%.3f", values), PUBLISHED.getOrDefault(method, "-"))));
        double ours = Numbers.mean(losses.getOrDefault("constrained", List.of()));
        boolean lowest = ours < Numbers.mean(losses.getOrDefault("STL", List.of()))
                && ours < Numbers.mean(losses.getOrDefault("MTRL", List.of()));
        return new Outcome(
                "Constrained " + (lowest ? "ranks better" : "does not rank better") + " than STL and MTRL.",
                (real ? "" : "SIMULATED ratings, as no u.data was found in --data; ")
                        + data.inputs().rows() + " users, the " + MOVIES
                        + " movies rated most, half of the users tested; users are described by age, gender, occupation"
                        + " and tastes, which the paper does not spell out",
                List.of("method", "rank loss", "published"),
                rows,
                List.of(Plot.boxes("Weighted 0-1 rank loss", "", losses)));
    }
}
