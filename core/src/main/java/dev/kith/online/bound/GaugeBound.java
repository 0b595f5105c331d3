package dev.kith.online.bound;

import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.state.FeatureRows;
import dev.kith.online.state.SpectralGauge;
import dev.kith.online.state.Supports;
import dev.kith.online.state.TaskSums;
import java.util.Arrays;

/**
 * Equation (18) of Cavallanti, Cesa-Bianchi and Gentile (2010), for any unitarily invariant norm: over the rounds with mistakes,
 *
 * <pre>
 *   m &lt;= L + ||U||_* sqrt( 2 sum_t D(V_t || V_{t-1}) ),   2 sum_t D = ||V||^2 - 2 sum_t &lt;W_{t-1}, M_t&gt;
 * </pre>
 *
 * with the divergences that occurred: &lt;W_{t-1}, M_t&gt; is the sum of y times the margins of the mistaken rows of round t.
 */
public final class GaugeBound implements MistakeBound {
    private final Comparators comparators;
    private final SpectralGauge gauge;
    private TaskSums sums;
    private final double[][] gram;
    private final double[] products;
    private double margins;

    public GaugeBound(SpectralGauge gauge, Comparators comparators) {
        this.comparators = comparators;
        this.gauge = gauge;
        int tasks = comparators.tasks();
        this.sums = comparators.kernel() instanceof Linear
                ? new TaskSums.Primal(new FeatureRows())
                : new TaskSums.Dual(new Supports(comparators.kernel(), Supports.UNLIMITED));
        this.sums.grow(tasks);
        this.gram = new double[tasks][tasks];
        this.products = new double[tasks];
    }

    @Override
    public String theorem() {
        return "equation (18)";
    }

    @Override
    public void row(int task, Row x, double y, double margin) {
        long before = mistakes();
        MistakeBound.super.row(task, x, y, margin);
        if (mistakes() > before) {
            margins += y * margin;
        }
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        sums.productsInto(products, x);
        for (int j = 0; j < products.length; j++) {
            gram[task][j] += y * products[j];
            gram[j][task] += y * products[j];
        }
        gram[task][task] += sums.self(x);
        sums.add(task, y, x);
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        double reach = reach();
        return comparators.least((scale, loss) -> loss + scale * reach);
    }

    @Override
    public double scale() {
        double reach = reach();
        return comparators.bestScale((scale, loss) -> loss + scale * reach);
    }

    private double reach() {
        double divergences = gauge.square(Matrix.of(gram).symmetrized()) - 2 * margins;
        return gauge.dual(comparators.gram()) * Math.sqrt(Math.max(0, divergences));
    }

    @Override
    public void save(Snapshot.Builder to) {
        comparators.save(to);
        to.numbers("bound margins", margins)
                .numbers(
                        "bound gram",
                        Arrays.stream(gram).flatMapToDouble(Arrays::stream).toArray());
        sums.save(to);
    }

    @Override
    public void restore(Snapshot from) {
        comparators.restore(from);
        margins = from.number("bound margins");
        for (int i = 0; i < gram.length; i++) {
            System.arraycopy(from.numbers("bound gram"), i * gram.length, gram[i], 0, gram.length);
        }
        sums = TaskSums.restore(from);
        sums.grow(gram.length);
    }
}
