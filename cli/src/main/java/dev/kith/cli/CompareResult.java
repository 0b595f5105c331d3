package dev.kith.cli;

import dev.kith.data.Dataset;
import dev.kith.model.Model;
import dev.kith.select.Answer;
import dev.kith.select.ClassAccuracy;
import dev.kith.select.Gains;
import dev.kith.select.HeldOut;
import dev.kith.select.Measure;
import dev.kith.select.Scores;
import dev.kith.select.TypicalError;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What a comparison found. The first method is the baseline: every task alone.
 *
 * @param methods in the order of {@code heldOut}
 */
record CompareResult(
        Dataset data,
        CompareLabels labels,
        Measure measure,
        double level,
        List<Method> methods,
        List<HeldOut> heldOut,
        List<Scores> scores,
        List<Gains> gains) {
    static CompareResult of(
            Dataset data,
            CompareLabels labels,
            Measure measure,
            double level,
            List<Method> methods,
            List<HeldOut> heldOut) {
        List<Scores> scores =
                heldOut.stream().map(held -> held.scores(measure, data)).toList();
        List<Gains> gains = heldOut.stream()
                .map(held -> Gains.of(measure, level, data, heldOut.get(0), held))
                .toList();
        return new CompareResult(data, labels, measure, level, methods, heldOut, scores, gains);
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
        return scores.get(m).steadyMean().stream()
                .map(measure::cost)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** The mean of the measure over tasks that have labels enough for it. */
    double mean(int m) {
        return scores.get(m).steadyMean().orElse(Double.NaN);
    }

    Gains verdicts() {
        return gains.get(shared());
    }

    /** Does sharing help, by the best method that shares? */
    Answer answer() {
        return Answer.of(verdicts());
    }

    /** How far a method misses in what the labels are counted in, beside the baseline; where they have one unit. */
    Optional<TypicalError> inUnits() {
        return labels.oneUnit() && !labels.severalClasses()
                ? TypicalError.of(data, heldOut.get(0), heldOut.get(shared()))
                : Optional.empty();
    }

    /** By which share the error of a task changes on average, where every task has its own unit. */
    OptionalDouble changePerTask() {
        boolean numbers = IntStream.range(0, data.taskCount()).noneMatch(data::hasClasses);
        return labels.oneUnit() || labels.severalClasses() || !numbers
                ? OptionalDouble.empty()
                : TypicalError.changePerTask(data, heldOut.get(0), heldOut.get(shared()));
    }

    /** How often a method names the right one of several classes. */
    Optional<ClassAccuracy> accuracy(int m) {
        return labels.severalClasses() ? ClassAccuracy.of(data, heldOut.get(m)) : Optional.empty();
    }

    /** How alike a model takes tasks to be, and whether that tells tasks apart. */
    Likeness likeness(Model model) {
        return Likeness.of(model, data.inputs());
    }
}
