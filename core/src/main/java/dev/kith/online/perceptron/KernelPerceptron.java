package dev.kith.online.perceptron;

import dev.kith.kernel.VectorKernel;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Update;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.PerceptronBound;
import dev.kith.online.state.Supports;
import java.util.Arrays;
import java.util.Optional;

/**
 * The multitask Perceptron with a kernel: the margin of x for task i is
 *
 * <pre>
 *   sum_s c_s R_{i_s, i} k(x_s, x)
 * </pre>
 *
 * over the inputs x_s of tasks i_s on which it was updated. O(inputs remembered) kernel values per prediction; a budget
 * bounds them by forgetting the oldest.
 */
public final class KernelPerceptron implements OnlineLearner {
    private final Interaction interaction;
    private final Update rule;
    private final Supports supports;
    private double[] kernels = new double[16];
    private int tasks;

    private KernelPerceptron(Interaction interaction, Update rule, Supports supports, int tasks) {
        this.interaction = interaction;
        this.rule = rule;
        this.supports = supports;
        this.tasks = tasks;
    }

    /** @param budget how many inputs to remember at most, &gt;= 1; {@code Integer.MAX_VALUE} for no limit */
    public KernelPerceptron(Interaction interaction, VectorKernel kernel, Update rule, int budget) {
        this(interaction, rule, new Supports(kernel, budget), 0);
    }

    @Override
    public String name() {
        return "perceptron";
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
        if (kernels.length < supports.size()) {
            kernels = new double[2 * supports.size()];
        }
        supports.kernelInto(kernels, x);
        double margin = 0;
        for (int s = 0; s < supports.size(); s++) {
            margin += supports.coefficient(s) * interaction.between(supports.task(s), task, tasks) * kernels[s];
        }
        return margin;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        double size = rule.size(y, margin, interaction.between(task, task, tasks) * supports.self(x));
        if (size > 0) {
            supports.add(task, y * size, x);
        }
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to =
                Snapshot.builder().text("learner", "kernel perceptron").counts("tasks", tasks);
        interaction.save(to);
        rule.save(to);
        supports.save(to);
        return to.build();
    }

    public static KernelPerceptron restore(Snapshot from) {
        return new KernelPerceptron(
                Interaction.restore(from), Update.restore(from), Supports.restore(from), (int) from.count("tasks"));
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        return rule instanceof Update.Mistake && supports.unlimited()
                ? Comparators.of(comparators, supports.kernel()).map(all -> new PerceptronBound(interaction, all))
                : Optional.empty();
    }

    @Override
    public Weights weights(int features) {
        double[] coefficients = new double[supports.size()];
        Arrays.setAll(coefficients, supports::coefficient);
        return supports.weights(features, coefficients, interaction, tasks);
    }
}
