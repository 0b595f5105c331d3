package dev.kith.online.bound;

import dev.kith.online.MistakeBound;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.SharedLoss;
import dev.kith.online.Snapshot;
import java.util.Arrays;

/**
 * Remark 12 of Cavallanti, Cesa-Bianchi and Gentile (2010), a bound on the sum of shared losses in place of mistakes:
 *
 * <pre>
 *   sum_t ||l_t(W)|| &lt;= sum_t ||l_t(U)|| + (||U||_{S_2q}^2 + (2p - 1) sum_t ||M_t||_{S_2p}^2) / (2C)
 * </pre>
 *
 * over all rounds, M_t the matrix of the steps tau_i y_i x_i of round t. The factor 2p - 1 is missing in print.
 */
public final class SharedLossBound implements MistakeBound {
    private final Comparators comparators;
    private final double p;
    private final SharedLoss loss;
    private final MistakenRound round;
    private double[] mine = new double[4];
    private double[] theirs = new double[4];
    private double[] scaled = new double[4];
    private int[] tasks = new int[4];
    private double[] labels = new double[4];
    private Row[] rows = new Row[4];
    private int size;
    private double suffered;
    private final double[] allowed = new double[Comparators.scales()];
    private double moved;
    private long mistakes;

    public SharedLossBound(double p, SharedLoss loss, Comparators comparators) {
        this.comparators = comparators;
        this.p = p;
        this.loss = loss;
        this.round = new MistakenRound(comparators.kernel());
    }

    @Override
    public String theorem() {
        return "remark 12";
    }

    @Override
    public String bounded() {
        return "shared loss";
    }

    @Override
    public double reached() {
        return suffered;
    }

    @Override
    public void mistake(int task, Row x, double y) {
        mistakes++;
    }

    @Override
    public void row(int task, Row x, double y, double margin) {
        if (OnlineLearner.mistaken(y, margin)) {
            mistake(task, x, y);
        }
        if (size == mine.length) {
            mine = Arrays.copyOf(mine, 2 * size);
            theirs = Arrays.copyOf(theirs, 2 * size);
            scaled = new double[2 * size];
            tasks = Arrays.copyOf(tasks, 2 * size);
            labels = Arrays.copyOf(labels, 2 * size);
            rows = Arrays.copyOf(rows, 2 * size);
        }
        mine[size] = Math.max(0, 1 - y * margin);
        theirs[size] = y * comparators.margin(task, x);
        tasks[size] = task;
        labels[size] = y;
        rows[size++] = Row.sparse(
                Arrays.copyOfRange(x.indices(), x.start(), x.end()),
                Arrays.copyOfRange(x.values(), x.start(), x.end()));
    }

    @Override
    public void endOfRound() {
        suffered += loss.value(mine, size);
        for (int k = 0; k < allowed.length; k++) {
            for (int i = 0; i < size; i++) {
                scaled[i] = Math.max(0, 1 - Comparators.scale(k) * theirs[i]);
            }
            allowed[k] += loss.value(scaled, size);
        }
        loss.stepsInto(mine, size);
        for (int i = 0; i < size; i++) {
            if (mine[i] > 0) {
                round.add(tasks[i], labels[i] * mine[i], rows[i]);
            }
        }
        if (round.size() > 0) {
            moved += Math.pow(Comparators.schatten(round.takeGram(), 2 * p), 2);
        }
        size = 0;
    }

    @Override
    public long mistakes() {
        return mistakes;
    }

    private double at(int k, double size2) {
        double scale = Comparators.scale(k);
        return allowed[k] + (scale * scale * size2 + (2 * p - 1) * moved) / (2 * loss.c());
    }

    private int best(double size2) {
        int best = 0;
        for (int k = 1; k < allowed.length; k++) {
            best = at(k, size2) < at(best, size2) ? k : best;
        }
        return best;
    }

    private double squaredSize() {
        return Math.pow(Comparators.schatten(comparators.gram(), 2 * p / (2 * p - 1)), 2);
    }

    @Override
    public double value() {
        double size2 = squaredSize();
        return at(best(size2), size2);
    }

    @Override
    public double scale() {
        return Comparators.scale(best(squaredSize()));
    }

    @Override
    public void save(Snapshot.Builder to) {
        to.counts("bound mistakes", mistakes)
                .numbers("bound suffered", suffered, moved)
                .numbers("bound losses", allowed.clone());
    }

    @Override
    public void restore(Snapshot from) {
        mistakes = from.count("bound mistakes");
        suffered = from.numbers("bound suffered")[0];
        moved = from.numbers("bound suffered")[1];
        System.arraycopy(from.numbers("bound losses"), 0, allowed, 0, allowed.length);
    }
}
