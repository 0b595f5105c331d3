package dev.kith.select.detail;

import dev.kith.data.Dataset;
import dev.kith.score.Interval;
import dev.kith.score.Scores;
import dev.kith.select.Comparison;
import dev.kith.select.HeldOut;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Every method of a comparison in units people know, over all held-out labels together, beside an answer that knows nothing but the task.
 *
 * @param methods one per method, in the order of the comparison
 * @param constant always the task's mean, of classes the one that is there most; empty where there is none
 */
public record InUnits(ErrorUnit unit, List<Double> methods, Optional<Constant> constant) {
    public InUnits {
        methods = List.copyOf(methods);
    }

    /**
     * The constant answer.
     *
     * @param measure of the comparison, of all tasks, with its interval; NaN where it is not defined
     * @param error in the units of the others
     */
    public record Constant(Interval measure, double error) {}

    static InUnits of(Comparison result, ErrorUnit unit) {
        Dataset data = result.judged();
        return new InUnits(
                unit,
                result.methods().stream()
                        .map(method -> error(result.judged(method.heldOut()), unit, data))
                        .toList(),
                result.constant().filter(held -> !chooses(result)).map(held -> constant(result, held, unit)));
    }

    /** Whether tasks are questions whose answers choose a class: always the same answer to each of them chooses none. */
    static boolean chooses(Comparison result) {
        return result.data().columns().choice().isPresent();
    }

    private static Constant constant(Comparison result, HeldOut held, ErrorUnit unit) {
        Scores scores = held.scores(result.measure(), result.judged());
        OptionalDouble mean = scores.summary();
        Interval measure = mean.isPresent()
                ? held.mean(result.measure(), result.level(), result.judged())
                : Interval.around(Double.NaN, Double.NaN);
        return new Constant(measure, error(held, unit, result.judged()));
    }

    static double error(HeldOut held, ErrorUnit unit, Dataset data) {
        double[] z = held.predictions();
        double[] deviations = unit.deviations(data, z);
        double sum = 0;
        double weight = 0;
        for (int o = 0; o < z.length; o++) {
            if (!Double.isNaN(z[o])) {
                sum += data.weight(o) * unit.loss(data.label(o), z[o], deviations[data.task(o)]);
                weight += data.weight(o);
            }
        }
        return unit.error(sum / weight);
    }
}
