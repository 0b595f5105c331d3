package dev.kith.check;

import dev.kith.check.exact.Dd;
import java.util.Arrays;
import java.util.List;

/**
 * Means and deviations over observations with their weights, in {@link Dd}, beside those the saved model states: the units of
 * the objective are part of what is promised.
 */
final class Scaling {
    private static final double CLOSE = 1e-6;

    /** Below this part of the mean a deviation may be rounding: scaling by it or by 1 are both right. */
    private static final double CONSTANT = 1e-9;

    private Scaling() {}

    static void complain(Problem problem, Saved saved, List<String> complaints) {
        for (int j = 0; j < problem.features(); j++) {
            int column = j;
            Dd[] values = values(problem, o -> Dd.of(problem.x()[problem.row()[o]][column]));
            double expected = problem.setup().standardize() ? deviation(problem, values, -1) : 1;
            if (differs(expected, saved.featureScale()[j], mean(problem, values, -1))) {
                complaints.add("scale of feature " + j + " is " + saved.featureScale()[j] + ", not " + expected);
            }
        }
        Dd[] labels = values(problem, o -> Dd.of(problem.label()[o]));
        for (int t = 0; t < problem.tasks(); t++) {
            int of = problem.setup().targetScale().equals("TASK") ? t : -1;
            boolean scaled =
                    problem.loss().scalable() && !problem.setup().targetScale().equals("NONE");
            double expected = scaled ? deviation(problem, labels, of) : 1;
            if (differs(expected, saved.labelScale()[t], mean(problem, labels, of))) {
                complaints.add("scale of labels of task " + t + " is " + saved.labelScale()[t] + ", not " + expected);
            }
        }
    }

    private static boolean differs(double expected, double got, double mean) {
        boolean constant = !(expected > CONSTANT * Math.abs(mean));
        return !(Math.abs(got - expected) <= CLOSE * expected || (constant && got == 1) || (expected == 0 && got == 1));
    }

    private static Dd[] values(Problem problem, java.util.function.IntFunction<Dd> value) {
        Dd[] values = new Dd[problem.size()];
        Arrays.setAll(values, value);
        return values;
    }

    private static double mean(Problem problem, Dd[] values, int task) {
        Dd sum = Dd.ZERO;
        Dd total = Dd.ZERO;
        for (int o = 0; o < values.length; o++) {
            if (task < 0 || problem.task()[o] == task) {
                sum = sum.plus(values[o].times(problem.weight()[o]));
                total = total.plus(problem.weight()[o]);
            }
        }
        return total.isPositive() ? sum.over(total).hi() : 0;
    }

    /** The weighted deviation of the observations of a task, or of all; 0 where nothing has weight. */
    private static double deviation(Problem problem, Dd[] values, int task) {
        Dd sum = Dd.ZERO;
        Dd squares = Dd.ZERO;
        Dd total = Dd.ZERO;
        for (int o = 0; o < values.length; o++) {
            if (task < 0 || problem.task()[o] == task) {
                sum = sum.plus(values[o].times(problem.weight()[o]));
                total = total.plus(problem.weight()[o]);
            }
        }
        Dd mean = total.isPositive() ? sum.over(total) : Dd.ZERO;
        for (int o = 0; o < values.length; o++) {
            if (task < 0 || problem.task()[o] == task) {
                squares = squares.plus(values[o].minus(mean).square().times(problem.weight()[o]));
            }
        }
        return total.isPositive() ? squares.over(total).sqrt().hi() : 0;
    }
}
