package dev.kith.select;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Inputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.numeric.Sampling;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TaskPairs;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How alike a model takes its tasks to be: its structure, or else the correlation of its predictions. Where that says the
 * same of all pairs there is no matrix to draw and no tie to name, only this one thing to say.
 *
 * @param similarity T x T, from -1 to 1; empty where it does not tell tasks apart
 * @param structure whether it is the model's structure, not its predictions
 * @param even what is so of all pairs, in words, where they are all alike
 */
public record Likeness(Optional<Matrix> similarity, boolean structure, Optional<String> even) {
    /** Correlations that differ by less look the same in every picture, and ties read off them are noise. */
    private static final double SEEN = 0.05;
    /** Ties weaker than this, or that differ by less, are rounding. */
    private static final double WEAKEST = 1e-3;

    /** Beyond this many tasks pairs are too many to hold, let alone to read. */
    private static final int MOST_TASKS = 5000;
    /** Predictions are compared on so many rows at most: correlations are then known to about 0.03. */
    private static final int MOST_ROWS = 1_000;

    private static final int LEAST_ROWS = 100;
    /** Predictions of every task for these rows come to so many at most, while rows are no fewer than {@value #LEAST_ROWS}. */
    private static final int MOST_PREDICTIONS = 1 << 18;

    /** Another task, and how alike it is: from -1 (opposite) to 1. */
    public record Tie(int task, double strength) {}

    /** Those of models met before, by several threads: a comparison looks again and again while its methods end. */
    static final class Memory {
        private final IdentityHashMap<Model, Likeness> found = new IdentityHashMap<>();

        synchronized Likeness of(Model model, Inputs inputs) {
            return found.computeIfAbsent(model, unseen -> Likeness.of(unseen, inputs));
        }
    }

    /** Of a model: its structure, or where it has none how its predictions for {@code inputs}, of many for some, go together. */
    public static Likeness of(Model model, Inputs inputs) {
        int tasks = model.info().tasks().size();
        if (tasks > MOST_TASKS) {
            return new Likeness(
                    Optional.empty(),
                    model.structure().isPresent(),
                    Optional.of(
                            "With " + Words.count(tasks, "task") + " not every pair is compared: no ties are shown."));
        }
        Optional<ClassChoice> choice = model.info().columns().choice();
        Optional<Matrix> structure = model.structure()
                .map(TaskMatrix::dense)
                .map(LearnedGraph::similarity)
                .map(all -> choice.map(of -> ofParts(all, of)).orElse(all));
        if (structure.isPresent()) {
            return ofStructure(model.info().method(), structure.get());
        }
        Matrix all = correlation(model.predict(some(inputs, tasks)));
        Matrix correlation = choice.map(of -> ofParts(all, of)).orElse(all);
        return TaskPairs.spread(correlation) < SEEN && correlation.rows() > 2
                ? new Likeness(
                        Optional.empty(),
                        false,
                        Optional.of(String.format(
                                Locale.ROOT,
                                "The predictions of %s for all tasks are nearly the same (correlations of %+.2f and up):"
                                        + " no two tasks stand out.",
                                model.info().method(),
                                TaskPairs.least(correlation))))
                : new Likeness(Optional.of(correlation), false, Optional.empty());
    }

    /** Always the same. */
    private static Inputs some(Inputs inputs, int tasks) {
        int most = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, MOST_PREDICTIONS / Math.max(1, tasks)));
        int[] all = IntStream.range(0, inputs.rows()).toArray();
        return all.length <= most ? inputs : inputs.select(Sampling.some(all, most, new SplittableRandom(1)));
    }

    /** How alike two parts are that are asked the same questions: the mean over questions. */
    private static Matrix ofParts(Matrix tasks, ClassChoice choice) {
        int m = choice.questions();
        Matrix parts = Matrix.zeros(tasks.rows() / m, tasks.rows() / m);
        for (int p = 0; p < parts.rows(); p++) {
            for (int q = 0; q < parts.rows(); q++) {
                for (int k = 0; k < m; k++) {
                    parts.add(p, q, tasks.get(p * m + k, q * m + k) / m);
                }
            }
        }
        return parts;
    }

    /** Of a structure scaled to ones on the diagonal. */
    public static Likeness ofStructure(String method, Matrix similarity) {
        OptionalDouble common = TaskPairs.common(similarity);
        return common.isPresent()
                ? new Likeness(Optional.empty(), true, Optional.of(words(method, common.getAsDouble())))
                : new Likeness(Optional.of(similarity), true, Optional.empty());
    }

    private static String words(String method, double common) {
        return common == 0
                ? "To " + method + " no two tasks are related: there are no ties to show."
                : String.format(
                        Locale.ROOT,
                        "To %s every pair of tasks is equally alike (%+.2f): no two stand out, and there are no ties to"
                                + " show.",
                        method,
                        common);
    }

    /** Whether a matrix tells tasks apart by more than can be seen. */
    public static boolean telling(Matrix similarity) {
        return similarity.rows() < 3 || TaskPairs.spread(similarity) >= SEEN;
    }

    /** The strongest few ties of a task, strongest first; none where the model does not tell tasks apart. */
    public List<Tie> ties(int task, int most) {
        return similarity.map(strengths -> strongest(strengths, task, most)).orElse(List.of());
    }

    /** The strongest few ties of a task in any such matrix; nobody where all are alike to it: some would look chosen. */
    public static List<Tie> strongest(Matrix strengths, int task, int most) {
        double least = Double.POSITIVE_INFINITY;
        double largest = Double.NEGATIVE_INFINITY;
        List<Tie> found = new ArrayList<>();
        for (int s = 0; s < strengths.rows(); s++) {
            if (s != task) {
                Tie tie = new Tie(s, strengths.get(task, s));
                least = Math.min(least, tie.strength);
                largest = Math.max(largest, tie.strength);
                keep(found, tie, most);
            }
        }
        return strengths.rows() > 3 && largest - least < WEAKEST ? List.of() : List.copyOf(found);
    }

    /** Keeps the strongest few, strongest first; of equal ones those that came first. */
    private static void keep(List<Tie> found, Tie tie, int most) {
        int place = found.size();
        while (place > 0 && Math.abs(found.get(place - 1).strength) < Math.abs(tie.strength)) {
            place--;
        }
        if (place < most && Math.abs(tie.strength) > WEAKEST) {
            found.add(place, tie);
            if (found.size() > most) {
                found.remove(most);
            }
        }
    }

    /** Correlation of the columns of {@code predictions}. */
    public static Matrix correlation(Matrix predictions) {
        int count = predictions.cols();
        Matrix centred = predictions.transpose();
        for (int t = 0; t < count; t++) {
            double mean = Arrays.stream(centred.row(t)).average().orElse(0);
            for (int i = 0; i < predictions.rows(); i++) {
                centred.add(t, i, -mean);
            }
        }
        Matrix covariance = Matrix.zeros(count, count);
        LinearAlgebra.best().addSquareInto(covariance, 1, centred);
        return LearnedGraph.similarity(covariance);
    }
}
