package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.score.ChosenClasses;
import dev.kith.score.Measure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How often a choice among several classes is right, where every class against the rest is a task: the class with the
 * largest decision is the answer, the one with the largest label the truth.
 *
 * @param rows how many inputs were predicted by all tasks
 * @param right how many of them were given their class; of equal decisions the first class is taken
 * @param majority the class most of these rows are of
 * @param majorityRows how many are: what always giving that answer would get right
 */
public record ClassAccuracy(int rows, int right, String majority, int majorityRows) {
    public static Optional<ClassAccuracy> of(Dataset data, HeldOut heldOut) {
        return of(data, heldOut.predictions());
    }

    /** Empty where no input was predicted by all tasks. */
    static Optional<ClassAccuracy> of(Dataset data, double... predictions) {
        Optional<ChosenClasses> chosen = ChosenClasses.of(data, Measure.ERROR, z -> OptionalDouble.empty());
        if (chosen.isPresent()) {
            return of(
                    data.columns().choice().orElseThrow().classes(),
                    chosen.get().ownClasses(),
                    chosen.get().predictions(predictions));
        }
        int tasks = data.taskCount();
        int[] seen = new int[data.inputs().rows()];
        int[] answer = new int[seen.length];
        int[] truth = new int[seen.length];
        double[] decision = new double[seen.length];
        double[] label = new double[seen.length];
        for (int o = 0; o < predictions.length; o++) {
            int row = data.row(o);
            if (Double.isNaN(predictions[o])) {
                continue;
            }
            if (seen[row] == 0 || predictions[o] > decision[row]) {
                decision[row] = predictions[o];
                answer[row] = data.task(o);
            }
            if (seen[row] == 0 || data.label(o) > label[row]) {
                label[row] = data.label(o);
                truth[row] = data.task(o);
            }
            seen[row]++;
        }
        int rows = 0;
        int right = 0;
        int[] of = new int[tasks];
        for (int row = 0; row < seen.length; row++) {
            if (seen[row] == tasks) {
                rows++;
                right += answer[row] == truth[row] ? 1 : 0;
                of[truth[row]]++;
            }
        }
        int most = 0;
        for (int t = 1; t < tasks; t++) {
            most = of[t] > of[most] ? t : most;
        }
        return rows == 0
                ? Optional.empty()
                : Optional.of(new ClassAccuracy(rows, right, data.tasks().get(most), of[most]));
    }

    /** @param right above 0 for rows that were given their class, NaN for those nobody asked */
    private static Optional<ClassAccuracy> of(List<String> classes, int[] truth, double[] right) {
        int rows = 0;
        int hits = 0;
        int[] of = new int[classes.size()];
        for (int k = 0; k < right.length; k++) {
            if (!Double.isNaN(right[k])) {
                rows++;
                hits += right[k] > 0 ? 1 : 0;
                of[truth[k]]++;
            }
        }
        int most = 0;
        for (int c = 1; c < of.length; c++) {
            most = of[c] > of[most] ? c : most;
        }
        return rows == 0 ? Optional.empty() : Optional.of(new ClassAccuracy(rows, hits, classes.get(most), of[most]));
    }

    /** Share of rows that were given their class. */
    public double accuracy() {
        return (double) right / rows;
    }

    /** Share of rows that always answering the majority gets right. */
    public double majorityAccuracy() {
        return (double) majorityRows / rows;
    }
}
