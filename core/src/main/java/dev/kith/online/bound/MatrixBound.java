package dev.kith.online.bound;

import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;

/**
 * Theorem 9 of Cavallanti, Cesa-Bianchi and Gentile (2010): with M_t the d x K matrix of the mistaken y x of round t and
 * m_t their number,
 *
 * <pre>
 *   m &lt;= L + (2p - 1) (M ||U||_{S_2q})^2 + M ||U||_{S_2q} sqrt((2p - 1) L),
 *   M = max_t ||M_t||_{S_2p} / sqrt(m_t),   2q = 2p / (2p - 1)
 * </pre>
 *
 * With a kernel the columns of U and M_t live in its feature space, and only their inner products are needed.
 */
public final class MatrixBound implements MistakeBound {
    private final Comparators comparators;
    private final double p;
    private final MistakenRound round;
    private double largest;

    public MatrixBound(double p, Comparators comparators) {
        this.comparators = comparators;
        this.p = p;
        this.round = new MistakenRound(comparators.kernel());
    }

    @Override
    public String theorem() {
        return "theorem 9";
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        round.add(task, y, x);
    }

    @Override
    public void endOfRound() {
        int m = round.size();
        if (m > 0) {
            largest = Math.max(largest, Comparators.schatten(round.takeGram(), 2.0 * p) / Math.sqrt(m));
        }
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        double size = size();
        return comparators.least((scale, loss) -> at(scale * size, loss));
    }

    @Override
    public double scale() {
        double size = size();
        return comparators.bestScale((scale, loss) -> at(scale * size, loss));
    }

    private double size() {
        return Comparators.schatten(comparators.gram(), 2.0 * p / (2 * p - 1));
    }

    private double at(double size, double loss) {
        double reach = largest * size;
        double slope = 2 * p - 1;
        return loss + slope * reach * reach + reach * Math.sqrt(slope * loss);
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
