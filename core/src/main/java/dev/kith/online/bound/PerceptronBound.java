package dev.kith.online.bound;

import dev.kith.linalg.Matrix;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;

/**
 * Theorem 1 of Cavallanti, Cesa-Bianchi and Gentile (2010), corollaries 3, 4 and 5 being its special cases:
 *
 * <pre>
 *   m &lt;= L + c q + sqrt(c q L),   q = u'(A (x) I)u,  c = max_t R_ii k(x_t, x_t)
 * </pre>
 *
 * with L the comparators' hinge loss on mistaken steps. Inputs of other lengths than 1 enter through c. In rounds of several rows
 * c = max_t ||M_t||^2 / m_t, M_t the sum of the m_t mistaken y psi(x) of round t.
 */
public final class PerceptronBound implements MistakeBound {
    private final Comparators comparators;
    private final Interaction interaction;
    private final MistakenRound round;
    private double largest;

    public PerceptronBound(Interaction interaction, Comparators comparators) {
        this.comparators = comparators;
        this.interaction = interaction;
        this.round = new MistakenRound(comparators.kernel());
    }

    @Override
    public String theorem() {
        return "theorem 1";
    }

    @Override
    public boolean survivesNewTasks() {
        return interaction.fixed();
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        round.add(task, y, x);
    }

    @Override
    public void endOfRound() {
        int m = round.size();
        if (m == 0) {
            return;
        }
        int[] tasks = new int[m];
        for (int s = 0; s < m; s++) {
            tasks[s] = round.task(s);
        }
        Matrix gram = round.takeGram();
        double square = 0;
        for (int s = 0; s < m; s++) {
            for (int r = 0; r < m; r++) {
                square += gram.get(s, r) * interaction.between(tasks[s], tasks[r], comparators.tasks());
            }
        }
        largest = Math.max(largest, square / m);
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        double reach = reach();
        return comparators.least((scale, loss) -> at(scale * scale * reach, loss));
    }

    @Override
    public double scale() {
        double reach = reach();
        return comparators.bestScale((scale, loss) -> at(scale * scale * reach, loss));
    }

    private double reach() {
        return largest * interaction.apply(comparators.gram()).trace();
    }

    private static double at(double reach, double loss) {
        return loss + reach + Math.sqrt(reach * loss);
    }

    @Override
    public void save(Snapshot.Builder to) {
        comparators.save(to);
        to.numbers("bound largest", largest);
    }

    @Override
    public void restore(Snapshot from) {
        comparators.restore(from);
        largest = from.number("bound largest");
    }
}
