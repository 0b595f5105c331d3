package dev.kith.online.bound;

import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;
import dev.kith.online.state.GramInverse;
import dev.kith.online.state.Supports;

/**
 * Theorem 8 of Cavallanti, Cesa-Bianchi and Gentile (2010):
 *
 * <pre>
 *   m &lt;= L + sqrt( (u'(A (x) I)u + sum_t (u_{i_t}'x_t)^2) log det(I + G) )
 * </pre>
 *
 * sums and the Gram matrix G over mistaken steps.
 */
public final class SecondOrderBound implements MistakeBound {
    private final Comparators comparators;
    private final Interaction interaction;
    private final double energy;
    private final Supports mistaken = new Supports(new Linear(), Supports.UNLIMITED);
    private final GramInverse inverse = new GramInverse();
    private double[] gram = new double[16];
    private double squares;

    public SecondOrderBound(Interaction interaction, Matrix vectors) {
        this.comparators = new Comparators(vectors);
        this.interaction = interaction;
        this.energy = interaction.energy(vectors);
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        squares += Math.pow(comparators.margin(task, x), 2);
        if (gram.length < mistaken.size()) {
            gram = new double[2 * mistaken.size()];
        }
        int tasks = comparators.vectors().rows();
        mistaken.kernelInto(gram, x);
        for (int s = 0; s < mistaken.size(); s++) {
            gram[s] *= interaction.between(mistaken.task(s), task, tasks);
        }
        inverse.put(mistaken.size(), gram, interaction.between(task, task, tasks) * x.squaredNorm(), y);
        mistaken.add(task, y, x);
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        return comparators.loss() + Math.sqrt((energy + squares) * inverse.logDet());
    }
}
