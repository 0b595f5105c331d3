package dev.kith.online.perceptron;

import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.TaskRelations;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.SecondOrderBound;
import dev.kith.online.state.GramInverse;
import dev.kith.online.state.Supports;
import java.util.Arrays;
import java.util.Optional;

/**
 * The second-order multitask Perceptron in dual form, linear or with a kernel: with G the Gram matrix of the mistaken
 * inputs, G_st = R_{i_s, i_t} k(x_s, x_t), and y their labels,
 *
 * <pre>
 *   margin = g_x' (I + G)^-1 y,   g_x[s] = R_{i_s, i} k(x_s, x)
 * </pre>
 *
 * which has the sign of v'(I + SS' + zz')^-1 z and differs from it by the positive factor 1 + z'(I + SS')^-1 z. With s
 * inputs remembered: O(s) kernel values per prediction, O(s^2) per mistake; a budget forgets the oldest.
 */
public final class KernelSecondOrder implements OnlineLearner {
    /*
     * Under uniform sharing R depends on K, so a task that appears late changes G and the inverse is computed afresh.
     * Announce the tasks beforehand where they are known.
     */
    private final Interaction interaction;
    private final Supports supports;
    private GramInverse inverse;
    private double[] gram = new double[16];
    private final Optional<StepMean> mean;
    private int tasks;
    private int builtFor;

    private KernelSecondOrder(
            Interaction interaction, Supports supports, GramInverse inverse, Optional<StepMean> mean, int tasks) {
        if (mean.isPresent() && !supports.unlimited()) {
            throw new IllegalArgumentException(
                    "budget must be left out of an averaged learner: the mean remembers every row");
        }
        this.mean = mean;
        this.interaction = interaction;
        this.supports = supports;
        this.inverse = inverse;
        this.tasks = tasks;
        this.builtFor = tasks;
    }

    /** @param budget how many inputs to remember at most, &gt;= 1; {@code Integer.MAX_VALUE} for no limit */
    public KernelSecondOrder(Interaction interaction, VectorKernel kernel, int budget) {
        this(interaction, new Supports(kernel, budget), new GramInverse(), Optional.empty(), 0);
    }

    /** Predicts by the mean of all weights so far; updates follow the latest weights. */
    public static KernelSecondOrder averaged(Interaction interaction, VectorKernel kernel) {
        return new KernelSecondOrder(
                interaction,
                new Supports(kernel, Supports.UNLIMITED),
                new GramInverse(),
                Optional.of(new StepMean()),
                0);
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
        tasks = Math.max(tasks, count);
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        rebuildForNewTasks();
        gramInto(task, x);
        double margin = product(inverse.solution());
        return mean.isPresent() ? mean.get().of(margin, product(mean.get().total(supports.size()))) : margin;
    }

    private double product(double[] coefficients) {
        double margin = 0;
        for (int s = 0; s < supports.size(); s++) {
            margin += gram[s] * coefficients[s];
        }
        return margin;
    }

    private void gramInto(int task, Row x) {
        if (gram.length < supports.size()) {
            gram = new double[2 * supports.size()];
        }
        supports.kernelInto(gram, x);
        for (int s = 0; s < supports.size(); s++) {
            gram[s] *= interaction.between(supports.task(s), task, tasks);
        }
    }

    private void rebuildForNewTasks() {
        if (builtFor == tasks) {
            return;
        }
        builtFor = tasks;
        if (interaction instanceof TaskRelations) {
            return;
        }
        int n = supports.size();
        Matrix whole = Matrix.zeros(n, n);
        double[] labels = new double[n];
        Row row = new Row();
        for (int s = 0; s < n; s++) {
            gramInto(supports.task(s), supports.point(row, s));
            System.arraycopy(gram, 0, whole.data(), s * n, n);
            labels[s] = supports.coefficient(s);
        }
        inverse = GramInverse.of(whole.symmetrized(), labels);
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        rebuildForNewTasks();
        gramInto(task, x);
        double latest = mean.isPresent() ? product(inverse.solution()) : margin;
        if (OnlineLearner.mistaken(y, latest)) {
            mean.ifPresent(m -> m.beforeChange(inverse.solution(), supports.size()));
            double self = interaction.between(task, task, tasks) * supports.self(x);
            inverse.put(supports.nextSlot(), gram, self, y);
            supports.add(task, y, x);
        }
        mean.ifPresent(StepMean::step);
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder()
                .text("learner", "kernel second order")
                .counts("tasks", tasks)
                .counts("built for", builtFor);
        interaction.save(to);
        supports.save(to);
        inverse.save(to);
        mean.ifPresent(m -> m.save(to));
        return to.build();
    }

    public static KernelSecondOrder restore(Snapshot from) {
        KernelSecondOrder restored = new KernelSecondOrder(
                Interaction.restore(from),
                Supports.restore(from),
                GramInverse.restore(from),
                StepMean.restore(from),
                (int) from.count("tasks"));
        restored.builtFor = (int) from.count("built for");
        return restored;
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        return supports.unlimited() && mean.isEmpty()
                ? Comparators.of(comparators, supports.kernel()).map(all -> new SecondOrderBound(interaction, all))
                : Optional.empty();
    }

    @Override
    public Weights weights(int features) {
        rebuildForNewTasks();
        double[] latest = Arrays.copyOf(inverse.solution(), supports.size());
        double[] coefficients = mean.isPresent() ? mean.get().of(latest) : latest;
        return supports.weights(features, coefficients, (i, j) -> interaction.between(i, j, tasks), tasks);
    }
}
