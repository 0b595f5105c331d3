package dev.kith.select;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TaskPairs;
import dev.kith.text.Words;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
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
    /** Predictions of every task for all inputs are compared up to this many numbers. */
    private static final long MOST_PREDICTIONS = 1L << 27;

    /** Another task, and how alike it is: from -1 (opposite) to 1. */
    public record Tie(int task, double strength) {}

    /** Of a model: its structure, or where it has none how its predictions for {@code inputs} go together. */
    public static Likeness of(Model model, Inputs inputs) {
        int tasks = model.info().tasks().size();
        boolean many = model.structure().isPresent()
                ? tasks > MOST_TASKS
                : (long) tasks * Math.max(tasks, inputs.rows()) > MOST_PREDICTIONS;
        if (many) {
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
        Matrix all = correlation(model.predict(inputs));
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
        DoubleSummaryStatistics all = IntStream.range(0, strengths.rows())
                .filter(s -> s != task)
                .mapToDouble(s -> strengths.get(task, s))
                .summaryStatistics();
        if (strengths.rows() > 3 && all.getMax() - all.getMin() < WEAKEST) {
            return List.of();
        }
        return IntStream.range(0, strengths.rows())
                .filter(s -> s != task && Math.abs(strengths.get(task, s)) > WEAKEST)
                .mapToObj(s -> new Tie(s, strengths.get(task, s)))
                .sorted(Comparator.comparingDouble(tie -> -Math.abs(tie.strength())))
                .limit(most)
                .toList();
    }

    /** Correlation of the columns of {@code predictions}. */
    public static Matrix correlation(Matrix predictions) {
        int count = predictions.cols();
        double[] mean = new double[count];
        for (int i = 0; i < predictions.rows(); i++) {
            for (int t = 0; t < count; t++) {
                mean[t] += predictions.get(i, t) / predictions.rows();
            }
        }
        Matrix covariance = Matrix.zeros(count, count);
        for (int i = 0; i < predictions.rows(); i++) {
            for (int t = 0; t < count; t++) {
                for (int s = 0; s < count; s++) {
                    covariance.add(t, s, (predictions.get(i, t) - mean[t]) * (predictions.get(i, s) - mean[s]));
                }
            }
        }
        return LearnedGraph.similarity(covariance);
    }
}
