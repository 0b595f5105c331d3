package dev.kith.online.perceptron;

import dev.kith.kernel.Linear;
import dev.kith.kernel.VectorKernel;
import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Round;
import dev.kith.online.Row;
import dev.kith.online.SharedLoss;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import dev.kith.online.bound.Comparators;
import dev.kith.online.bound.GaugeBound;
import dev.kith.online.bound.MatrixBound;
import dev.kith.online.bound.SharedLossBound;
import dev.kith.online.state.FeatureRows;
import dev.kith.online.state.SpectralGauge;
import dev.kith.online.state.Supports;
import dev.kith.online.state.TaskSums;
import java.util.Arrays;
import java.util.Optional;

/**
 * The 2p-norm matrix Perceptron, made for rounds of all tasks: V (d x K) sums y x of mistaken inputs by task,
 *
 * <pre>
 *   W = grad 1/2 ||V||_{S_2p}^2 = tr(G^p)^(1/p - 1) V G^(p-1),   G = V'V,   margin of x for task i = w_i'x
 * </pre>
 *
 * p = 1 is K independent Perceptrons; larger p favours tasks that span few directions. Any {@link SpectralGauge} may take the
 * place of the Schatten norm. O(K non-zeros) per prediction and mistake, and O(K^3 log p) after a round with mistakes. With a
 * kernel, V lives in its feature space.
 */
public final class MatrixPerceptron implements OnlineLearner {
    /*
     * G is updated with V, one column at a time: column i of G gains c V'x. H = tr(G^p)^(1/p-1) G^(p-1) does not depend
     * on the scale of G, so it is computed from G / tr(G) and high p does not overflow.
     */
    private final SpectralGauge gauge;
    private final Optional<SharedLoss> loss;
    private final TaskSums sums;
    private double[][] gram = new double[0][];
    private double[][] mix = new double[0][];
    private boolean stale;
    private double[] products = new double[0];
    private double[] steps = new double[1];

    private MatrixPerceptron(SpectralGauge gauge, Optional<SharedLoss> loss, TaskSums sums) {
        this.gauge = gauge;
        this.loss = loss;
        this.sums = sums;
    }

    /** @param loss how tasks of a round share an update; empty for the Perceptron rule, every mistaken task alike */
    public MatrixPerceptron(SpectralGauge gauge, Optional<SharedLoss> loss) {
        this(gauge, loss, new TaskSums.Primal(new FeatureRows()));
    }

    /** With the Schatten 2p-norm, p from 1 to 1000. */
    public MatrixPerceptron(double p, Optional<SharedLoss> loss) {
        this(new SpectralGauge.Schatten(p), loss);
    }

    /** With a kernel, remembering every input it was updated on. */
    public MatrixPerceptron(SpectralGauge gauge, Optional<SharedLoss> loss, VectorKernel kernel) {
        this(gauge, loss, kernel, Supports.UNLIMITED);
    }

    /** With a kernel, remembering at most {@code budget} inputs. */
    public MatrixPerceptron(SpectralGauge gauge, Optional<SharedLoss> loss, VectorKernel kernel, int budget) {
        this(gauge, loss, new TaskSums.Dual(new Supports(kernel, budget)));
    }

    /** p = ceil(ln min(features, tasks)), at least 1. */
    public static int defaultP(int tasks, int features) {
        return Math.max(1, (int) Math.ceil(Math.log(Math.min(tasks, features))));
    }

    @Override
    public String name() {
        return "matrix";
    }

    @Override
    public int tasks() {
        return gram.length;
    }

    @Override
    public void announce(int count) {
        int old = gram.length;
        if (count <= old) {
            return;
        }
        sums.grow(count);
        products = new double[count];
        gram = Arrays.copyOf(gram, count);
        mix = Arrays.copyOf(mix, count);
        for (int i = 0; i < count; i++) {
            gram[i] = i < old ? Arrays.copyOf(gram[i], count) : new double[count];
            mix[i] = new double[count];
        }
        stale = true;
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        if (stale) {
            mix = gauge.mix(gram);
            stale = false;
        }
        sums.productsInto(products, x);
        double margin = 0;
        for (int j = 0; j < products.length; j++) {
            margin += products[j] * mix[j][task];
        }
        return margin;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        announce(task + 1);
        steps[0] = loss(y, margin);
        stepsInto(1);
        add(task, y * steps[0], x);
    }

    @Override
    public void learn(Round round) {
        for (int k = 0; k < round.size(); k++) {
            announce(round.task(k) + 1);
        }
        if (steps.length < round.size()) {
            steps = new double[round.size()];
        }
        for (int k = 0; k < round.size(); k++) {
            round.margin(k, predict(round.task(k), round.row(k)));
            steps[k] = loss(round.label(k), round.margin(k));
        }
        stepsInto(round.size());
        for (int k = 0; k < round.size(); k++) {
            add(round.task(k), round.label(k) * steps[k], round.row(k));
        }
    }

    /** The hinge loss, or 1 for a mistake where losses are not shared. */
    private double loss(double y, double margin) {
        if (loss.isPresent()) {
            return Math.max(0, 1 - y * margin);
        }
        return OnlineLearner.mistaken(y, margin) ? 1 : 0;
    }

    private void stepsInto(int size) {
        if (loss.isPresent()) {
            loss.get().stepsInto(steps, size);
        }
    }

    private void add(int task, double factor, Row x) {
        if (factor == 0) {
            return;
        }
        if (sums instanceof TaskSums.Dual dual) {
            forgetOldest(dual);
        }
        sums.productsInto(products, x);
        for (int j = 0; j < products.length; j++) {
            gram[task][j] += factor * products[j];
            gram[j][task] += factor * products[j];
        }
        gram[task][task] += factor * factor * sums.self(x);
        sums.add(task, factor, x);
        stale = true;
    }

    /** Takes the input that is to make room out of V and G. */
    private void forgetOldest(TaskSums.Dual dual) {
        Row old = new Row();
        int slot = dual.oldest(old);
        if (slot < 0) {
            return;
        }
        int task = dual.task(slot);
        double factor = dual.forget(slot);
        dual.productsInto(products, old);
        for (int j = 0; j < products.length; j++) {
            gram[task][j] -= factor * products[j];
            gram[j][task] -= factor * products[j];
        }
        gram[task][task] -= factor * factor * dual.self(old);
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder()
                .text("learner", "matrix")
                .counts("tasks", tasks())
                .numbers(
                        "gram",
                        Arrays.stream(gram).flatMapToDouble(Arrays::stream).toArray());
        gauge.save(to);
        loss.ifPresent(l -> to.text("loss", l.norm().name()).numbers("loss C", l.c()));
        sums.save(to);
        return to.build();
    }

    public static MatrixPerceptron restore(Snapshot from) {
        Optional<SharedLoss> loss = from.has("loss")
                ? Optional.of(new SharedLoss(SharedLoss.Norm.valueOf(from.text("loss")), from.number("loss C")))
                : Optional.empty();
        MatrixPerceptron restored = new MatrixPerceptron(SpectralGauge.restore(from), loss, TaskSums.restore(from));
        int tasks = (int) from.count("tasks");
        restored.announce(tasks);
        for (int i = 0; i < tasks; i++) {
            System.arraycopy(from.numbers("gram"), i * tasks, restored.gram[i], 0, tasks);
        }
        return restored;
    }

    @Override
    public Optional<MistakeBound> bound(Weights comparators) {
        VectorKernel kernel = sums instanceof TaskSums.Dual dual ? dual.kernel() : new Linear();
        boolean whole = !(sums instanceof TaskSums.Dual all) || all.unlimited();
        return whole ? Comparators.of(comparators, kernel).flatMap(this::bound) : Optional.empty();
    }

    private Optional<MistakeBound> bound(Comparators all) {
        if (!(gauge instanceof SpectralGauge.Schatten schatten)) {
            return loss.isPresent() ? Optional.empty() : Optional.of(new GaugeBound(gauge, all));
        }
        return Optional.of(
                loss.isPresent()
                        ? new SharedLossBound(schatten.p(), loss.get(), all)
                        : new MatrixBound(schatten.p(), all));
    }

    @Override
    public Weights weights(int features) {
        return sums.weights(features, gauge.mix(gram));
    }
}
