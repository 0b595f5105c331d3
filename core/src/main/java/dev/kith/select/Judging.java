package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.method.SettingException;
import dev.kith.score.Folding;
import dev.kith.score.Measure;
import dev.kith.score.Split;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By what a comparison judges, and on which rows.
 *
 * @param data all rows, labels as the losses read them
 * @param folding how rows were held out; at random also where a split was given
 * @param splits what was held out
 */
record Judging(Dataset data, Measure measure, double level, Folding folding, List<Split> splits) {
    Judging {
        splits = List.copyOf(splits);
    }

    /** What predictions are of. */
    Dataset judged() {
        return splits.get(0).judged();
    }

    /** What intervals leave out together, a number per judged observation. */
    int[] units() {
        return folding.units(judged(), splits);
    }

    /** What was tested, where rows were not held out at random. */
    List<String> sentences() {
        return folding.sentences(data, splits);
    }

    /** The measure asked for, if it suits what is learned; without a wish the one that does. */
    static Measure measure(@Nullable Measure asked, TaskLosses losses, Dataset data) {
        List<String> tasks = data.tasks();
        if (asked != null && !asked.ofSquares() && data.collapsed().isPresent()) {
            throw new SettingException(
                    "measure",
                    asked.key() + " needs each row, and these were collapsed into moments; mse, rmse, nmse and"
                            + " explained-variance do not");
        }
        boolean classes = losses.of(tasks).stream().anyMatch(Loss::classification);
        boolean numbers = !losses.of(tasks).stream().allMatch(Loss::classification);
        if (asked == null) {
            return usual(losses.of(tasks), classes && numbers);
        }
        if ((classes && !asked.ofClasses()) || (numbers && !asked.ofNumbers())) {
            throw new SettingException(
                    "measure",
                    asked.key() + " is for " + (asked.ofClasses() ? "classes" : "numbers")
                            + ", and the labels are learned as "
                            + (classes && numbers ? "numbers and classes" : classes ? "classes" : "numbers"));
        }
        if (asked.equals(Measure.LOG_LOSS)
                && losses.any(loss -> loss.probability(0).isEmpty())) {
            throw new SettingException(
                    "measure", "log-loss needs probabilities: the logistic loss, got " + losses.name());
        }
        return asked;
    }

    /** What the losses say suits them, if they agree. */
    private static Measure usual(List<Loss> losses, boolean mixed) {
        List<String> names = losses.stream().map(Loss::measure).distinct().toList();
        return mixed
                ? Measure.RELATIVE_ERROR
                : names.size() == 1
                        ? Measure.named(names.get(0))
                        : losses.get(0).classification() ? Measure.ERROR : Measure.NMSE;
    }

    /** Labels of each task that a model learned from, the average over splits. */
    List<Integer> trainingLabels() {
        double[] sum = new double[data.taskCount()];
        for (Split split : splits) {
            if (data.collapsed().isPresent()) {
                long[] counts = split.train().labelsPerTask();
                Arrays.setAll(sum, t -> sum[t] + (double) counts[t] / splits.size());
                continue;
            }
            for (int o : split.trainObservations()) {
                sum[data.task(o)] += 1.0 / splits.size();
            }
        }
        return Arrays.stream(sum).mapToObj(count -> (int) Math.round(count)).toList();
    }
}
