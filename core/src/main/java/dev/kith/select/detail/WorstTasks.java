package dev.kith.select.detail;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.HeldOut;
import dev.kith.select.detail.WorstTask.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The tasks with the largest held-out errors, and what is unusual about each. */
final class WorstTasks {
    static final int MOST = 10;
    /** Fewer than this share of the median are few rows. */
    private static final double FEW = 0.5;
    /** So many times the median is far. */
    private static final double FAR = 2;
    /** At this share of a constant's error and beyond, features tell next to nothing. */
    private static final double NOISY = 0.95;

    private final Comparison result;
    private final Compared method;
    private final Dataset data;
    private final Measure measure;
    private final Measure plain;
    private final List<OptionalDouble> inUnits;
    private final List<OptionalDouble> constants;
    private final double[] rows;
    private final double[] distances;
    private final double[] spreads;

    private WorstTasks(Comparison result, Compared method, Measure plain, Optional<LinearModel> linear) {
        this.result = result;
        this.method = method;
        this.data = result.judged();
        this.measure = result.measure();
        this.plain = plain;
        this.inUnits = result.judged(method.heldOut()).scores(plain, data).perTask();
        this.constants = result.constant()
                .filter(held -> !InUnits.chooses(result))
                .map(held -> held.scores(plain, data).perTask())
                .orElse(List.of());
        this.rows = result.trainingLabels().stream()
                .mapToDouble(Integer::doubleValue)
                .toArray();
        this.distances = linear.map(WorstTasks::distances).orElse(new double[0]);
        this.spreads = spreads(result.judged(method.heldOut()));
    }

    /** None where there is one task only, or tasks have numbers and classes. */
    static List<WorstTask> of(Comparison result, Compared method, ErrorUnit unit, Optional<LinearModel> linear) {
        Measure plain = unit.kind() == ErrorUnit.Kind.SHARE ? Measure.ERROR : Measure.RMSE;
        return result.data().taskCount() < 2
                ? List.of()
                : new WorstTasks(result, method, plain, linear.filter(model -> !InUnits.chooses(result))).worst();
    }

    private List<WorstTask> worst() {
        Scores scores = method.scores();
        int fewest = scores.fewest();
        return IntStream.range(0, data.taskCount())
                .filter(t ->
                        scores.perTask().get(t).isPresent() && scores.labels().get(t) >= fewest)
                .boxed()
                .sorted(Comparator.comparingDouble(t -> -cost(scores, t)))
                .limit(Math.min(MOST, Math.max(1, data.taskCount() / 2)))
                .map(this::worst)
                .toList();
    }

    private double cost(Scores scores, int t) {
        return measure.cost(scores.perTask().get(t).getAsDouble());
    }

    private WorstTask worst(int t) {
        return new WorstTask(
                data.tasks().get(t),
                (int) rows[t],
                method.scores().labels().get(t),
                method.scores().perTask().get(t).getAsDouble(),
                result.baseline().scores().perTask().get(t),
                inUnits.get(t).orElse(Double.NaN),
                constant(t),
                reasons(t));
    }

    private OptionalDouble constant(int t) {
        return constants.isEmpty() ? OptionalDouble.empty() : constants.get(t);
    }

    private List<Reason> reasons(int t) {
        List<Reason> reasons = new ArrayList<>();
        if (rows[t] < FEW * median(rows)) {
            reasons.add(Reason.FEW_ROWS);
        }
        if (!method.equals(result.baseline()) && method.gains().perTask().get(t).verdict() == Verdict.ISOLATE) {
            reasons.add(Reason.BETTER_ALONE);
        }
        if (distances.length > 2 && distances[t] > FAR * median(distances)) {
            reasons.add(Reason.FAR);
        }
        boolean units = measure.equals(Measure.RMSE) || measure.equals(Measure.MSE) || measure.equals(Measure.MAE);
        if (!units && spreads[t] < FEW * median(spreads)) {
            reasons.add(Reason.NARROW);
        }
        if (units && spreads[t] > FAR * median(spreads)) {
            reasons.add(Reason.WIDE);
        }
        if (constant(t).isPresent()
                && inUnits.get(t).orElse(Double.NaN) >= NOISY * constant(t).getAsDouble()) {
            reasons.add(Reason.NOISY);
        }
        return reasons;
    }

    private static double median(double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return PredictedActual.quantile(sorted, 0.5);
    }

    /** Of every task's weights, in the units of the fit, from the mean over tasks. */
    private static double[] distances(LinearModel model) {
        Matrix w = model.fittedWeights();
        double[] squares = new double[w.cols()];
        for (int j = 0; j < w.rows(); j++) {
            double mean = Arrays.stream(w.row(j)).average().orElse(0);
            for (int t = 0; t < w.cols(); t++) {
                squares[t] += (w.get(j, t) - mean) * (w.get(j, t) - mean);
            }
        }
        return Arrays.stream(squares).map(Math::sqrt).toArray();
    }

    /** The deviation of every task's labels; of classes none is narrow. */
    private double[] spreads(HeldOut held) {
        double[] spreads = new double[data.taskCount()];
        Arrays.fill(spreads, 1);
        if (plain.equals(Measure.RMSE) && result.labels().oneUnit()) {
            int[][] byTask = Scores.byTask(data, held.predictions());
            for (int t = 0; t < spreads.length; t++) {
                double[] labels =
                        Arrays.stream(byTask[t]).mapToDouble(data::label).toArray();
                double mean = Arrays.stream(labels).average().orElse(0);
                spreads[t] = Math.sqrt(Arrays.stream(labels)
                        .map(y -> (y - mean) * (y - mean))
                        .average()
                        .orElse(0));
            }
        }
        return spreads;
    }
}
