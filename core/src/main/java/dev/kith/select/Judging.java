package dev.kith.select;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.method.SettingException;
import dev.kith.score.ChosenClasses;
import dev.kith.score.Folding;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Split;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * By what a comparison judges, and on which rows.
 *
 * @param data all rows, labels as the losses read them
 * @param folding how rows were held out; at random also where a split was given
 * @param splits what was held out
 * @param chosen how answers to questions about classes are judged; empty where predictions are judged as they are
 * @param likenesses of models that were looked at before
 */
record Judging(
        Dataset data,
        Measure measure,
        double level,
        Folding folding,
        List<Split> splits,
        Optional<ChosenClasses> chosen,
        Likeness.Memory likenesses) {
    Judging {
        splits = List.copyOf(splits);
    }

    /** What predictions are of. */
    Dataset predicted() {
        return splits.get(0).judged();
    }

    /** What {@link #judged(HeldOut)} is judged on. */
    Dataset judged() {
        return chosen.map(ChosenClasses::judged).orElseGet(this::predicted);
    }

    /** What is judged of predictions: they themselves, or which classes they choose. */
    HeldOut judged(HeldOut held) {
        return chosen.map(rows -> new HeldOut(
                        held.name(),
                        rows.predictions(held.predictions()),
                        rows.select(held.splits()),
                        rows.select(held.units()),
                        held.fits(),
                        held.seconds()))
                .orElse(held);
    }

    /** What intervals leave out together, a number per judged observation. */
    int[] units() {
        return folding.units(predicted(), splits);
    }

    /**
     * What no method must be worse than: always the mean of the task's labels that were trained on, of classes the one that is there most. Empty
     * where rows were collapsed.
     */
    Optional<HeldOut> constant() {
        if (data.collapsed().isPresent()) {
            return Optional.empty();
        }
        double[] predictions = new double[data.size()];
        int[] predictedIn = new int[data.size()];
        Arrays.fill(predictions, Double.NaN);
        for (int s = 0; s < splits.size(); s++) {
            double[] means = means(splits.get(s).trainObservations());
            for (int o : splits.get(s).testObservations()) {
                predictions[o] = means[data.task(o)];
                predictedIn[o] = s;
            }
        }
        return Optional.of(new HeldOut("constant", predictions, predictedIn, units(), List.of(), 0));
    }

    /** Of every task; of one without labels that of all. */
    private double[] means(int[] observations) {
        int all = data.taskCount();
        double[] sum = new double[all + 1];
        double[] weight = new double[all + 1];
        for (int o : observations) {
            for (int place : new int[] {data.task(o), all}) {
                sum[place] += data.weight(o) * data.label(o);
                weight[place] += data.weight(o);
            }
        }
        double[] means = new double[all];
        Arrays.setAll(means, t -> {
            int place = weight[t] > 0 ? t : all;
            return Scores.constant(data.hasClasses(t), sum[place], weight[place]);
        });
        return means;
    }

    /** What was tested, where rows were not held out at random. */
    List<String> sentences() {
        return folding.sentences(data, splits);
    }

    /**
     * The measure asked for, if it suits what is learned; without a wish the one that does.
     *
     * @param oneUnit whether labels of all tasks are in one unit, as far as is known
     */
    static Measure measure(@Nullable Measure asked, TaskLosses losses, Dataset data, boolean oneUnit) {
        List<String> tasks = data.tasks();
        if (asked != null && !asked.ofSquares() && data.collapsed().isPresent()) {
            throw new SettingException(
                    "measure",
                    asked.key() + " needs each row, and these were collapsed into moments; mse, rmse, nmse and"
                            + " explained-variance do not");
        }
        boolean classes = losses.of(tasks).stream().anyMatch(Loss::classification);
        boolean numbers = !losses.of(tasks).stream().allMatch(Loss::classification);
        Optional<ClassChoice> choice = data.columns().choice();
        if (asked == null) {
            return choice.map(of -> of.ordered() ? Measure.RANK_ERROR : Measure.ERROR)
                    .orElseGet(() -> {
                        Measure usual = usual(losses.of(tasks), classes && numbers);
                        return oneUnit && Scores.together(usual.withUnits(), data) ? usual.withUnits() : usual;
                    });
        }
        requireSuits(asked, choice);
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

    private static void requireSuits(Measure asked, Optional<ClassChoice> choice) {
        if (asked.equals(Measure.RANK_ERROR)
                && choice.filter(ClassChoice::ordered).isEmpty()) {
            throw new SettingException("measure", "rank-error is for classes in an order (--order)");
        }
        if (asked.equals(Measure.RELATIVE_ERROR) && choice.isPresent()) {
            throw new SettingException(
                    "measure", "relative-error is for two classes; for a choice among several: error, log-loss, auc");
        }
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
        double[] sum = new double[judged().taskCount()];
        for (Split split : splits) {
            if (data.collapsed().isPresent()) {
                long[] counts = split.train().labelsPerTask();
                Arrays.setAll(sum, t -> sum[t] + (double) counts[t] / splits.size());
                continue;
            }
            for (int o : split.trainObservations()) {
                Optional<ClassChoice> choice = data.columns().choice();
                if (choice.isEmpty()) {
                    sum[data.task(o)] += 1.0 / splits.size();
                } else if (choice.get().question(data.task(o)) == 0) {
                    sum[choice.get().part(data.task(o))] += 1.0 / splits.size();
                }
            }
        }
        return Arrays.stream(sum).mapToObj(count -> (int) Math.round(count)).toList();
    }
}
