package dev.kith.cli;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.structure.LearnedGraph;
import dev.kith.structure.TaskPairs;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How alike a model takes its tasks to be: its structure, or else the correlation of its predictions. Where that says the
 * same of all pairs there is no matrix to draw and no tie to name, only this one thing to say.
 *
 * @param similarity T x T, from -1 to 1; empty where it does not tell tasks apart
 * @param structure whether it is the model's structure, not its predictions
 * @param even what is so of all pairs, in words, where they are all alike
 */
record Likeness(Optional<Matrix> similarity, boolean structure, Optional<String> even) {
    /** Correlations that differ by less look the same in every picture, and ties read off them are noise. */
    private static final double SEEN = 0.05;

    static Likeness of(Model model, Inputs inputs) {
        Optional<Matrix> structure = model.structure().map(LearnedGraph::similarity);
        if (structure.isPresent()) {
            return ofStructure(model.info().method(), structure.get());
        }
        Matrix correlation = Similarities.correlation(model.predict(inputs));
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

    /** Of a structure scaled to ones on the diagonal. */
    static Likeness ofStructure(String method, Matrix similarity) {
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
    static boolean telling(Matrix similarity) {
        return similarity.rows() < 3 || TaskPairs.spread(similarity) >= SEEN;
    }
}
