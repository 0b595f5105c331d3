package dev.kith.online.perceptron;

import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.SecondOrderBound;
import java.util.Optional;

/**
 * The second-order multitask Perceptron in primal form, for a known and small number of tasks times features:
 *
 * <pre>
 *   margin = w'phi,   w = P s,   P = (A (x) I + sum phi phi')^-1,   s = sum y phi     over mistakes
 * </pre>
 *
 * with phi the input placed in its task's block. O(non-zeros) per prediction, O((K d)^2) per mistake and of memory. The
 * margins are those of {@link KernelSecondOrder} with the linear kernel.
 */
public final class SecondOrderPerceptron implements OnlineLearner {
    /*
     * In the paper z = (A^-1/2 (x) I) phi and margin = v'(I + SS')^-1 z. Moving the square roots inward gives P, which
     * starts at R (x) I and takes no square root; P and w then follow the recursive least squares step with gain g = P phi.
     */
    private final Interaction interaction;
    private final int tasks;
    private final int features;
    private final double[][] p;
    private final double[] w;
    private final double[] gain;
    private final Optional<StepMean> mean;

    /** @param features d; rows with a feature number beyond it are refused */
    public SecondOrderPerceptron(Interaction interaction, int tasks, int features) {
        this(interaction, tasks, features, Optional.empty());
    }

    /** Predicts by the mean of all weights so far; updates follow the latest weights. */
    public static SecondOrderPerceptron averaged(Interaction interaction, int tasks, int features) {
        return new SecondOrderPerceptron(interaction, tasks, features, Optional.of(new StepMean()));
    }

    private SecondOrderPerceptron(Interaction interaction, int tasks, int features, Optional<StepMean> mean) {
        this.mean = mean;
        if (tasks < 1 || features < 1) {
            throw new IllegalArgumentException(
                    "tasks and features must be whole numbers >= 1, got " + tasks + " and " + features);
        }
        this.interaction = interaction;
        this.tasks = tasks;
        this.features = features;
        int size = Math.multiplyExact(tasks, features);
        this.p = new double[size][size];
        this.w = new double[size];
        this.gain = new double[size];
        for (int i = 0; i < tasks; i++) {
            for (int j = 0; j < tasks; j++) {
                for (int f = 0; f < features; f++) {
                    p[i * features + f][j * features + f] = interaction.between(i, j, tasks);
                }
            }
        }
    }

    @Override
    public String name() {
        return "second-order";
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public void announce(int count) {
        if (count > tasks) {
            throw new IllegalArgumentException(
                    "the primal second-order learner was made for " + tasks + " tasks, got task number " + (count - 1));
        }
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        if (x.width() > features) {
            throw new IllegalArgumentException("the primal second-order learner was made for " + features
                    + " features, got feature number " + (x.width() - 1));
        }
        double margin = product(w, task, x);
        return mean.isPresent() ? mean.get().of(margin, product(mean.get().total(w.length), task, x)) : margin;
    }

    private double product(double[] of, int task, Row x) {
        double margin = 0;
        int block = task * features;
        for (int k = x.start(); k < x.end(); k++) {
            margin += x.values()[k] * of[block + x.indices()[k]];
        }
        return margin;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        double latest = mean.isPresent() || OnlineLearner.mistaken(y, margin) ? product(w, task, x) : margin;
        if (OnlineLearner.mistaken(y, mean.isPresent() ? latest : margin)) {
            mean.ifPresent(m -> m.beforeChange(w, w.length));
            move(task, x, y, latest);
        }
        mean.ifPresent(StepMean::step);
    }

    private void move(int task, Row x, double y, double latest) {
        int block = task * features;
        java.util.Arrays.fill(gain, 0);
        for (int k = x.start(); k < x.end(); k++) {
            double value = x.values()[k];
            double[] row = p[block + x.indices()[k]];
            for (int j = 0; j < gain.length; j++) {
                gain[j] += value * row[j];
            }
        }
        double pivot = 1;
        for (int k = x.start(); k < x.end(); k++) {
            pivot += x.values()[k] * gain[block + x.indices()[k]];
        }
        double step = (y - latest) / pivot;
        for (int i = 0; i < gain.length; i++) {
            double factor = gain[i] / pivot;
            double[] row = p[i];
            for (int j = 0; j < gain.length; j++) {
                row[j] -= factor * gain[j];
            }
            w[i] += step * gain[i];
        }
    }

    @Override
    public Snapshot snapshot() {
        double[] all = new double[Math.multiplyExact(w.length, w.length)];
        for (int i = 0; i < w.length; i++) {
            System.arraycopy(p[i], 0, all, i * w.length, w.length);
        }
        Snapshot.Builder to = Snapshot.builder()
                .text("learner", "second order")
                .counts("shape", tasks, features)
                .numbers("weights", w.clone())
                .numbers("inverse", all);
        interaction.save(to);
        mean.ifPresent(m -> m.save(to));
        return to.build();
    }

    public static SecondOrderPerceptron restore(Snapshot from) {
        long[] shape = from.counts("shape");
        SecondOrderPerceptron restored = new SecondOrderPerceptron(
                Interaction.restore(from), (int) shape[0], (int) shape[1], StepMean.restore(from));
        int size = restored.w.length;
        System.arraycopy(from.numbers("weights"), 0, restored.w, 0, size);
        for (int i = 0; i < size; i++) {
            System.arraycopy(from.numbers("inverse"), i * size, restored.p[i], 0, size);
        }
        return restored;
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        return mean.isPresent()
                ? Optional.empty()
                : Comparators.of(comparators, new Linear()).map(all -> new SecondOrderBound(interaction, all));
    }

    @Override
    public Weights weights(int width) {
        double[] all = mean.isPresent() ? mean.get().of(w) : w;
        Matrix weights = Matrix.zeros(width, tasks);
        for (int f = 0; f < Math.min(width, features); f++) {
            for (int t = 0; t < tasks; t++) {
                weights.set(f, t, all[t * features + f]);
            }
        }
        return new Weights.Linear(weights);
    }
}
