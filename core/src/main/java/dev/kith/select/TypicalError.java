package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How far two contenders miss, over all held-out labels together, in what the labels themselves are counted in: the root
 * of the mean squared error for numbers, the share of wrong answers for classes. Says nothing where tasks are in units of
 * their own.
 *
 * @param measure {@link Measure#RMSE} or {@link Measure#ERROR}
 */
record TypicalError(Measure measure, double baseline, double contender) {
    private static final double NONE = 0.005;

    /** Empty where some tasks have numbers and some classes, or nothing was held out. */
    public static Optional<TypicalError> of(Dataset data, HeldOut baseline, HeldOut contender) {
        return of(data, baseline.predictions(), contender.predictions());
    }

    static Optional<TypicalError> of(Dataset data, double[] baseline, double[] contender) {
        long classes =
                IntStream.range(0, data.taskCount()).filter(data::hasClasses).count();
        if (classes > 0 && classes < data.taskCount()) {
            return Optional.empty();
        }
        Measure measure = classes > 0 ? Measure.ERROR : Measure.RMSE;
        return Scores.of(measure, data, baseline).overall().stream()
                .mapToObj(before -> new TypicalError(
                        measure,
                        before,
                        Scores.of(measure, data, contender).overall().orElseThrow()))
                .findFirst();
    }

    /**
     * The same for tasks in units of their own: by which share the error of a task changes, on (geometric) average over
     * tasks; empty where no task has one under both.
     */
    public static OptionalDouble changePerTask(Dataset data, HeldOut baseline, HeldOut contender) {
        List<OptionalDouble> before =
                Scores.of(Measure.RMSE, data, baseline.predictions()).perTask();
        List<OptionalDouble> after =
                Scores.of(Measure.RMSE, data, contender.predictions()).perTask();
        OptionalDouble mean = IntStream.range(0, before.size())
                .mapToDouble(
                        t -> Math.log(after.get(t).orElse(0) / before.get(t).orElse(0)))
                .filter(Double::isFinite)
                .average();
        return mean.isPresent() ? OptionalDouble.of(Math.expm1(mean.getAsDouble())) : mean;
    }

    /** Of the baseline's error: -0.14 where it is 14% less; 0 where there is none to change. */
    public double change() {
        return baseline > 0 ? contender / baseline - 1 : 0;
    }

    /** Whether it moved the way a verdict on the mean over tasks says; it counts labels where that counts tasks. */
    public boolean agrees(Verdict verdict) {
        return agrees(change(), verdict);
    }

    /** Whether a change of an error is not the opposite of what a verdict says; less than half a percent is no change. */
    public static boolean agrees(double change, Verdict verdict) {
        return switch (verdict) {
            case SHARE -> change < NONE;
            case ISOLATE -> change > -NONE;
            case SAME, UNCLEAR -> true;
        };
    }
}
