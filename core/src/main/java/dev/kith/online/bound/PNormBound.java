package dev.kith.online.bound;

import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;

/**
 * Equation (9) in the proof of theorem 6 of Cavallanti, Cesa-Bianchi and Gentile (2010), for any p and A:
 *
 * <pre>
 *   m &lt;= L + ||(A (x) I)u||_q sqrt( (p - 1) sum_t ||x_t||_p^2 ||R_{., i_t}||_p^2 ),   1/p + 1/q = 1
 * </pre>
 *
 * the sum over mistaken steps, of rows that come one at a time.
 */
public final class PNormBound implements MistakeBound {
    private final Comparators comparators;
    private final Interaction interaction;
    private final double p;
    private double lengths;

    public PNormBound(Interaction interaction, double p, Comparators comparators) {
        this.comparators = comparators;
        this.interaction = interaction;
        this.p = p;
    }

    @Override
    public String theorem() {
        return "theorem 6, by equation (9) for any p";
    }

    @Override
    public boolean survivesNewTasks() {
        return interaction.fixed();
    }

    @Override
    public boolean holdsInRounds() {
        return false;
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        double largest = 0;
        for (int k = x.start(); k < x.end(); k++) {
            largest = Math.max(largest, Math.abs(x.values()[k]));
        }
        double length = 0;
        for (int k = x.start(); largest > 0 && k < x.end(); k++) {
            length += Math.pow(Math.abs(x.values()[k]) / largest, p);
        }
        double reach = 0;
        int tasks = comparators.tasks();
        double most = interaction.between(task, task, tasks);
        for (int j = 0; j < tasks; j++) {
            reach += Math.pow(Math.abs(interaction.between(j, task, tasks)) / most, p);
        }
        double norm = largest * most * Math.pow(length * reach, 1 / p);
        lengths += norm * norm;
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
        double q = p / (p - 1);
        double sum = 0;
        for (double entry : interaction.apply(comparators.vectors()).data()) {
            sum += Math.pow(Math.abs(entry), q);
        }
        return Math.pow(sum, 1 / q) * Math.sqrt((p - 1) * lengths);
    }

    @Override
    public void save(Snapshot.Builder to) {
        comparators.save(to);
        to.numbers("bound lengths", lengths);
    }

    @Override
    public void restore(Snapshot from) {
        comparators.restore(from);
        lengths = from.number("bound lengths");
    }
}
