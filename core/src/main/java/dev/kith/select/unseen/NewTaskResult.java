package dev.kith.select.unseen;

import dev.kith.method.Methods;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How well tasks that were held out whole are predicted from a few of their rows.
 *
 * @param level how sure the intervals are
 * @param rows how many rows of a task were known, ascending
 * @param tasks how many tasks were held out in turn and tested
 * @param tooSmall how many had too few rows to be tested
 * @param oneClass how often a task's known rows were of one class, so that no method could learn from them
 * @param curves first {@link #ALONE}, then {@link #CONSTANT}, then the methods
 */
public record NewTaskResult(
        Measure measure, double level, List<Integer> rows, int tasks, int tooSmall, int oneClass, List<Curve> curves) {
    /** A ridge (or logistic regression) on the task's known rows and nothing else. */
    public static final String ALONE = "alone";

    /** Always the mean of the task's known rows; of none, of all labels of other tasks. */
    public static final String CONSTANT = "constant";

    public NewTaskResult {
        rows = List.copyOf(rows);
        curves = List.copyOf(curves);
    }

    /**
     * One way to predict new tasks.
     *
     * @param points one per number of rows
     * @param refusal why it predicts from no known rows only, if so
     */
    public record Curve(String name, List<Point> points, Optional<String> refusal) {
        public Curve {
            points = List.copyOf(points);
        }
    }

    /**
     * With so many known rows.
     *
     * @param error the mean of the measure over tasks; empty where it cannot predict
     * @param improvement over {@link #ALONE}, or over {@link #CONSTANT} where no row is known: (E_0 - E) / sqrt(E_0 E) with an interval that leaves
     *     out whole tasks; empty for these two
     */
    public record Point(int rows, OptionalDouble error, Optional<Interval> improvement) {}

    /** The best method with a number of known rows; empty where none predicts. */
    public Optional<Curve> best(int known) {
        int at = rows.indexOf(known);
        return curves.stream()
                .skip(2)
                .filter(curve -> curve.points().get(at).error().isPresent())
                .min(Comparator.comparingDouble(
                        curve -> measure.cost(curve.points().get(at).error().getAsDouble())));
    }

    /** What was found, in sentences. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (int at = 0; at < rows.size(); at++) {
            int place = at;
            best(rows.get(at)).ifPresent(best -> sentences.add(sentence(place, best)));
        }
        if (tooSmall > 0) {
            sentences.add(Words.count(tooSmall, "task") + " with too few rows to be tested "
                    + (tooSmall == 1 ? "was" : "were") + " only learned from.");
        }
        if (oneClass > 0) {
            sentences.add("Known rows were of one class only " + Words.count(oneClass, "time")
                    + "; there methods predict as from no row, and alone always says that class.");
        }
        return sentences;
    }

    private String sentence(int at, Curve best) {
        Point point = best.points().get(at);
        Curve reference = curves.get(rows.get(at) == 0 ? 1 : 0);
        Interval gain = point.improvement().orElseThrow();
        String verdict = switch (gain.verdict(0)) {
            case SHARE -> "better than";
            case ISOLATE -> "worse than";
            case SAME, UNCLEAR -> "not clearly different from";
        };
        return "A new task with " + (rows.get(at) == 0 ? "no known row" : Words.count(rows.get(at), "known row"))
                + " is predicted best by " + Methods.label(best.name()) + " (" + measure.key() + " "
                + Words.number(point.error().getAsDouble()) + "), " + verdict + " "
                + (rows.get(at) == 0 ? "always the mean of other tasks" : "learning it alone from these rows") + " ("
                + reference.points().get(at).error().stream()
                        .mapToObj(Words::number)
                        .findFirst()
                        .orElse("undefined")
                + ").";
    }
}
