package dev.kith.online.perceptron;

import dev.kith.kernel.VectorKernel;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.SharingSearch;
import dev.kith.online.Snapshot;
import dev.kith.online.UniformSharing;
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
    /*
     * Searching for b needs the sums over the inputs of the task and over all inputs, as in SharedPerceptron. The mean of all
     * weights so far has the coefficients ((n + 1) c_s - n_s c_s) / n, n_s the step at which x_s came; a budget would take rows out
     * of weights that the mean still counts, so the two do not go together.
     */
    private final Interaction interaction;
    private final Optional<AutoSharing> auto;
    private final Update rule;
    private final Supports supports;
    private final boolean averaged;
    private double[] kernels = new double[16];
    private double[] dates = new double[16];
    private double latest;
    private double own;
    private double shared;
    private long steps;
    private int tasks;

    private KernelPerceptron(
            Interaction interaction, Optional<AutoSharing> auto, Update rule, Supports supports, boolean averaged) {
        if (averaged && !supports.unlimited()) {
            throw new IllegalArgumentException(
                    "budget must be left out of an averaged learner: the mean remembers every row");
        }
        this.interaction = interaction;
        this.auto = auto;
        this.rule = rule;
        this.supports = supports;
        this.averaged = averaged;
    }

    /** @param budget how many inputs to remember at most, &gt;= 1; {@code Integer.MAX_VALUE} for no limit */
    public KernelPerceptron(Interaction interaction, VectorKernel kernel, Update rule, int budget) {
        this(interaction, Optional.empty(), rule, new Supports(kernel, budget), false);
    }

    /** Predicts by the mean of all weights so far; updates follow the latest weights. */
    public static KernelPerceptron averaged(Interaction interaction, VectorKernel kernel, Update rule) {
        return new KernelPerceptron(
                interaction, Optional.empty(), rule, new Supports(kernel, Supports.UNLIMITED), true);
    }

    /** Finds b while running: a weighted mean over a grid from 0 to infinity that shares the inputs. */
    public static KernelPerceptron auto(VectorKernel kernel, Update rule, int budget, boolean averaged) {
        return new KernelPerceptron(
                new UniformSharing(0), Optional.of(new AutoSharing()), rule, new Supports(kernel, budget), averaged);
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

    private double between(int i, int j) {
        if (auto.isEmpty()) {
            return interaction.between(i, j, tasks);
        }
        return auto.get().sharedPart(tasks) + (i == j ? auto.get().ownPart(tasks) : 0);
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        if (kernels.length < supports.size()) {
            kernels = new double[2 * supports.size()];
        }
        supports.kernelInto(kernels, x);
        latest = 0;
        own = 0;
        shared = 0;
        double dated = 0;
        for (int s = 0; s < supports.size(); s++) {
            double part = supports.coefficient(s) * between(supports.task(s), task) * kernels[s];
            latest += part;
            dated += averaged ? dates[s] * part : 0;
            double plain = supports.coefficient(s) * kernels[s];
            own += supports.task(s) == task ? plain : 0;
            shared += plain;
        }
        return averaged && steps > 0 ? ((steps + 1) * latest - dated) / steps : latest;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        if (averaged || auto.isPresent()) {
            predict(task, x);
            move(task, x, y, averaged ? latest : margin);
        } else {
            move(task, x, y, margin);
        }
    }

    @Override
    public double learn(int task, Row x, double y) {
        double margin = predict(task, x);
        move(task, x, y, latest);
        return margin;
    }

    private void move(int task, Row x, double y, double margin) {
        steps++;
        double size = rule.size(y, margin, between(task, task) * supports.self(x));
        if (size > 0) {
            if (averaged) {
                dates = supports.size() < dates.length ? dates : Arrays.copyOf(dates, 2 * dates.length);
                dates[supports.nextSlot()] = steps;
            }
            supports.add(task, y * size, x);
        }
        auto.ifPresent(search -> search.observe(own, shared, tasks, y));
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to =
                Snapshot.builder().text("learner", "kernel perceptron").counts("tasks", tasks);
        interaction.save(to);
        auto.ifPresent(search -> search.save(to));
        if (averaged) {
            to.counts("steps", steps).numbers("dates", Arrays.copyOf(dates, supports.size()));
        }
        rule.save(to);
        supports.save(to);
        return to.build();
    }

    public static KernelPerceptron restore(Snapshot from) {
        KernelPerceptron restored = new KernelPerceptron(
                Interaction.restore(from),
                from.has("grid mistakes") ? Optional.of(AutoSharing.restore(from)) : Optional.empty(),
                Update.restore(from),
                Supports.restore(from),
                from.has("dates"));
        restored.tasks = (int) from.count("tasks");
        if (restored.averaged) {
            restored.steps = from.count("steps");
            double[] saved = from.numbers("dates");
            restored.dates = Arrays.copyOf(saved, Math.max(16, saved.length));
        }
        return restored;
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        return rule instanceof Update.Mistake && supports.unlimited() && auto.isEmpty() && !averaged
                ? Comparators.of(comparators, supports.kernel()).map(all -> new PerceptronBound(interaction, all))
                : Optional.empty();
    }

    @Override
    public Optional<SharingSearch> search() {
        return auto.map(search -> search.search(tasks));
    }

    @Override
    public Weights weights(int features) {
        double[] coefficients = new double[supports.size()];
        Arrays.setAll(
                coefficients,
                s -> supports.coefficient(s) * (averaged && steps > 0 ? (steps + 1 - dates[s]) / steps : 1));
        return supports.weights(features, coefficients, this::between, tasks);
    }
}
