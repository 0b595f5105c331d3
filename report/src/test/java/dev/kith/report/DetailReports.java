package dev.kith.report;

import dev.kith.linalg.Matrix;
import dev.kith.score.Confusion;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.select.detail.Coefficients;
import dev.kith.select.detail.Details;
import dev.kith.select.detail.ErrorByRows;
import dev.kith.select.detail.ErrorUnit;
import dev.kith.select.detail.Importance;
import dev.kith.select.detail.InUnits;
import dev.kith.select.detail.PredictedActual;
import dev.kith.select.detail.WorstTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

/** Made-up reports that say what comparisons show beyond verdicts. */
final class DetailReports {
    private static final ErrorUnit SCORE = new ErrorUnit(ErrorUnit.Kind.LABELS, Optional.of("score"));

    private DetailReports() {}

    /** {@link Reports#of(int)} with everything there is of numbers. */
    static Report of(int tasks, int features) {
        Report plain = Reports.of(tasks);
        return plain.withDetails(numbers(plain.tasks(), features));
    }

    static Details numbers(List<String> tasks, int features) {
        return new Details(
                Optional.of("mtrl"),
                Optional.of(new InUnits(
                        SCORE,
                        List.of(10.4, 10.3, 10.2, 10.1, 9.9, 10.0, 10.05, 10.15),
                        Optional.of(new InUnits.Constant(new Interval(1.03, 1.02, 1.04), 12.1)))),
                Optional.of(importance(tasks, features)),
                Optional.of(coefficients(tasks, features)),
                Optional.of(byRows()),
                Optional.of(actual(tasks.size())),
                Optional.empty(),
                List.of(new WorstTask(
                        tasks.get(0),
                        12,
                        9,
                        1.3,
                        OptionalDouble.of(1.5),
                        14,
                        OptionalDouble.empty(),
                        List.of(WorstTask.Reason.FEW_ROWS, WorstTask.Reason.NOISY))),
                Optional.empty(),
                List.of());
    }

    /** Classes instead of numbers. */
    static Details classes(List<String> names) {
        Matrix counts = Matrix.identity(names.size()).map(x -> 50 * x + 3);
        return new Details(
                Optional.of("mtrl"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Confusion(names, counts)),
                List.of(),
                Optional.empty(),
                List.of());
    }

    private static Importance importance(List<String> tasks, int features) {
        List<String> named = tasks.subList(0, Math.min(tasks.size(), 20));
        List<Importance.Column> columns = IntStream.range(0, features)
                .mapToObj(j -> new Importance.Column(
                        "feature-" + (j + 1),
                        Interval.around(3.0 / (j + 1) - 0.2, 0.3),
                        j == features - 1,
                        j < 12
                                ? named.stream()
                                        .map(task -> Interval.around(2.0 / (j + 1), 0.5))
                                        .toList()
                                : List.of()))
                .toList();
        return new Importance(SCORE, 0.95, 9.9, columns, named, 5_000, 15_362, 3);
    }

    static Coefficients coefficients(List<String> tasks, int features) {
        Random random = new Random(3);
        Matrix weights = Matrix.zeros(features + 1, tasks.size());
        Matrix halves = Matrix.zeros(features + 1, tasks.size());
        List<Coefficients.Row> rows = new ArrayList<>();
        for (int j = 0; j <= features; j++) {
            for (int t = 0; t < tasks.size(); t++) {
                weights.set(j, t, 100.0 / (j + 1) + random.nextGaussian());
                halves.set(j, t, 0.3 + random.nextDouble());
            }
            rows.add(new Coefficients.Row(
                    j == 0 ? Coefficients.INTERCEPT : "feature-" + j,
                    Interval.around(100.0 / (j + 1), 0.4),
                    1,
                    j == 0 ? Double.NaN : 50.0 / j));
        }
        return new Coefficients(
                "mtrl",
                Coefficients.MEAN,
                "fits without one fifth of the rows at a time (jackknife)",
                Optional.empty(),
                0.95,
                tasks,
                rows,
                weights,
                halves,
                features);
    }

    private static ErrorByRows byRows() {
        return new ErrorByRows(
                Measure.NMSE,
                "stl",
                "mtrl",
                List.of(
                        new ErrorByRows.Group(8, 12, 7, Interval.around(0.9, 0.1), Interval.around(0.8, 0.1)),
                        new ErrorByRows.Group(13, 40, 7, Interval.around(0.8, 0.1), Interval.around(0.75, 0.1))));
    }

    private static PredictedActual actual(int tasks) {
        Random random = new Random(4);
        List<PredictedActual.Point> points = IntStream.range(0, 300)
                .mapToObj(i -> new PredictedActual.Point(i % tasks, i / 10.0, i / 10.0 + random.nextGaussian()))
                .toList();
        List<PredictedActual.Bin> bins = IntStream.range(0, 10)
                .mapToObj(b -> new PredictedActual.Bin(30, 3 * b + 1.5, 3 * b + 1.4, 3 * b, 3 * b + 3))
                .toList();
        return new PredictedActual(
                Optional.of("score"),
                true,
                300,
                points,
                bins,
                List.of(0.7, 1.6, 2.6),
                new PredictedActual.Histogram(-3, 3, List.of(5, 70, 150, 70, 5)));
    }
}
