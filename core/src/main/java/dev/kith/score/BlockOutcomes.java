package dev.kith.score;

import dev.kith.data.Collapsed;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What models predict for rows that were collapsed, block by block. Of the rows of a task in a block, two observations stand for all labels and errors:
 *
 * <pre>  labels mean +- s,  s^2 the variance of the labels there;   prediction = label - e,  e^2 the mean squared error there  </pre>
 *
 * each with half the weight. Mean squared errors, variances and what is made of both are those of the rows, for all of them and without any
 * block. The input of an observation is its block.
 */
final class BlockOutcomes {
    private final Collapsed rows;
    private final List<String> tasks;
    private final int folds;
    private @Nullable Dataset judged;

    BlockOutcomes(Dataset data, int folds) {
        this.rows = data.collapsed().orElseThrow();
        this.tasks = data.tasks();
        this.folds = folds;
    }

    /** The two observations of every task in every block, block by block. */
    synchronized Dataset judged() {
        if (judged == null) {
            judged = make();
        }
        return judged;
    }

    private Dataset make() {
        int size = 2 * rows.blocks() * tasks.size();
        int[] block = new int[size];
        int[] task = new int[size];
        double[] label = new double[size];
        double[] weight = new double[size];
        int o = 0;
        for (int b = 0; b < rows.blocks(); b++) {
            Dataset part = rows.block(b);
            Sums labels = new Sums(part, new double[part.size()]);
            double[] means = IntStream.range(0, part.size())
                    .mapToDouble(i -> labels.mean[part.task(i)])
                    .toArray();
            double[] variance = new Sums(part, means).squares;
            for (int t = 0; t < tasks.size(); t++) {
                for (int sign = -1; sign <= 1 && labels.weight[t] > 0; sign += 2, o++) {
                    block[o] = b;
                    task[o] = t;
                    label[o] = labels.mean[t] + sign * Math.sqrt(variance[t]);
                    weight[o] = labels.weight[t] / 2;
                }
            }
        }
        return Dataset.of(
                        new DenseInputs(Matrix.zeros(rows.blocks(), 0), List.of()),
                        tasks,
                        Arrays.copyOf(block, o),
                        Arrays.copyOf(task, o),
                        Arrays.copyOf(label, o),
                        Arrays.copyOf(weight, o),
                        null)
                .standingFor(rows);
    }

    /** Weight, mean and mean square of label minus prediction, by task. */
    private static final class Sums {
        private final double[] weight;
        private final double[] mean;
        private final double[] squares;

        Sums(Dataset part, double[] predictions) {
            weight = new double[part.taskCount()];
            mean = new double[weight.length];
            squares = new double[weight.length];
            for (int o = 0; o < predictions.length; o++) {
                double apart = part.label(o) - predictions[o];
                int t = part.task(o);
                weight[t] += part.weight(o);
                mean[t] += part.weight(o) * apart;
                squares[t] += part.weight(o) * apart * apart;
            }
            for (int t = 0; t < weight.length; t++) {
                mean[t] /= weight[t];
                squares[t] /= weight[t];
            }
        }
    }

    /** The observations of {@link #judged} in a fold. */
    int[] observations(int fold) {
        Dataset all = judged();
        return IntStream.range(0, all.size())
                .filter(o -> all.row(o) % folds == fold)
                .toArray();
    }

    /** What a model that was trained without a fold predicts for {@link #observations} of it. */
    double[] predictions(int fold, Model model) {
        Dataset all = judged();
        int[] observations = observations(fold);
        double[] predictions = new double[observations.length];
        int block = -1;
        double[] error = new double[0];
        for (int k = 0; k < observations.length; k++) {
            int o = observations[k];
            if (all.row(o) != block) {
                block = all.row(o);
                Dataset part = rows.block(block);
                error = new Sums(part, OutOfFold.predictions(model, part)).squares;
            }
            predictions[k] = all.label(o) - Math.sqrt(error[all.task(o)]);
        }
        return predictions;
    }
}
