package dev.kith.cli;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.select.Gains;
import dev.kith.select.HeldOut;
import dev.kith.select.Measure;
import dev.kith.select.Scores;
import dev.kith.select.Verdict;
import dev.kith.structure.LearnedGraph;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What a comparison found. The first method is the baseline: every task alone.
 *
 * @param methods in the order of {@code heldOut}
 */
record CompareResult(
        Dataset data,
        Measure measure,
        double level,
        List<Method> methods,
        List<HeldOut> heldOut,
        List<Scores> scores,
        List<Gains> gains) {
    static CompareResult of(Dataset data, Measure measure, double level, List<Method> methods, List<HeldOut> heldOut) {
        List<Scores> scores =
                heldOut.stream().map(held -> held.scores(measure, data)).toList();
        List<Gains> gains = heldOut.stream()
                .map(held -> Gains.of(measure, level, data, heldOut.get(0), held))
                .toList();
        return new CompareResult(data, measure, level, methods, heldOut, scores, gains);
    }

    /** The method with the smallest mean cost; of equal ones the first, which is the simplest. */
    int best() {
        return smallest(0, method -> true);
    }

    /** The best method that is not the baseline: the one the verdicts speak of. */
    int shared() {
        return shared(method -> true);
    }

    /** The best such method that is not the baseline. */
    int shared(Predicate<Method> suitable) {
        return smallest(1, suitable);
    }

    private int smallest(int from, Predicate<Method> suitable) {
        return IntStream.range(from, methods.size())
                .filter(m -> suitable.test(methods.get(m)))
                .boxed()
                .min(Comparator.comparingDouble(this::cost))
                .orElseThrow(() -> new UsageException("no method of the comparison can be mixed with stl"));
    }

    private double cost(int m) {
        return scores.get(m).mean().stream().map(measure::cost).findFirst().orElse(Double.POSITIVE_INFINITY);
    }

    /** The mean of the measure over tasks. */
    double mean(int m) {
        return scores.get(m).mean().orElse(Double.NaN);
    }

    Gains verdicts() {
        return gains.get(shared());
    }

    int count(Verdict verdict) {
        return verdicts().count(verdict);
    }

    /** Whether the best method that shares is better than the baseline beyond chance. */
    Verdict overall() {
        return verdicts().improvement().verdict();
    }

    /** How alike a model takes tasks to be: its structure, where it has one that tells tasks apart. */
    Optional<Matrix> structure(Model model) {
        return model.structure().map(LearnedGraph::similarity).filter(a -> !Similarities.uniform(a));
    }

    /** That, or else the correlation of its predictions. */
    Matrix similarity(Model model) {
        return structure(model).orElseGet(() -> Similarities.correlation(model.predict(data.inputs())));
    }
}
