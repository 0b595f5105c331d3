package dev.kith.online.bound;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.state.Supports;
import java.util.Arrays;

/**
 * Theorem 9 of Cavallanti, Cesa-Bianchi and Gentile (2010): with M_t the d x K matrix of the mistaken y x of round t and
 * m_t their number,
 *
 * <pre>
 *   m &lt;= L + (2p - 1) (M ||U||_{S_2q})^2 + M ||U||_{S_2q} sqrt((2p - 1) L),
 *   M = max_t ||M_t||_{S_2p} / sqrt(m_t),   2q = 2p / (2p - 1)
 * </pre>
 */
public final class MatrixBound implements MistakeBound {
    private final Comparators comparators;
    private final int p;
    private final double size;
    private Supports round = emptyRound();
    private double largest;

    public MatrixBound(int p, Matrix vectors) {
        this.comparators = new Comparators(vectors);
        this.p = p;
        double exponent = 2.0 * p / (2 * p - 1);
        double[] singular = LinearAlgebra.best().svd(vectors).s().data();
        this.size =
                Math.pow(Arrays.stream(singular).map(s -> Math.pow(s, exponent)).sum(), 1 / exponent);
    }

    private static Supports emptyRound() {
        return new Supports(new dev.kith.kernel.Linear(), Supports.UNLIMITED);
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
            Matrix gram = Matrix.zeros(m, m);
            double[] products = new double[m];
            Row row = new Row();
            for (int s = 0; s < m; s++) {
                round.kernelInto(products, round.point(row, s));
                for (int r = 0; r < m; r++) {
                    gram.set(s, r, round.coefficient(s) * round.coefficient(r) * products[r]);
                }
            }
            double sum = 0;
            for (double eigenvalue : LinearAlgebra.best().eigen(gram).values().data()) {
                sum += Math.pow(Math.max(0, eigenvalue), p);
            }
            largest = Math.max(largest, Math.pow(sum, 1.0 / (2 * p)) / Math.sqrt(m));
            round = emptyRound();
        }
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        double reach = largest * size;
        double slope = 2 * p - 1;
        return comparators.loss() + slope * reach * reach + reach * Math.sqrt(slope * comparators.loss());
    }
}
