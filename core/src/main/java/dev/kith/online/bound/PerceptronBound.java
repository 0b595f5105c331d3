package dev.kith.online.bound;

import dev.kith.linalg.Matrix;
import dev.kith.online.Interaction;
import dev.kith.online.MistakeBound;
import dev.kith.online.Row;

/**
 * Theorem 1 of Cavallanti, Cesa-Bianchi and Gentile (2010):
 *
 * <pre>
 *   m &lt;= L + c q + sqrt(c q L),   q = u'(A (x) I)u,  c = max_t R_ii ||x_t||^2
 * </pre>
 *
 * with L the comparators' hinge loss on mistaken steps. Inputs of other lengths than 1 enter through c.
 */
public final class PerceptronBound implements MistakeBound {
    private final Comparators comparators;
    private final Interaction interaction;
    private final double energy;
    private double largest;

    public PerceptronBound(Interaction interaction, Matrix vectors) {
        this.comparators = new Comparators(vectors);
        this.interaction = interaction;
        this.energy = interaction.energy(vectors);
    }

    @Override
    public void mistake(int task, Row x, double y) {
        comparators.mistake(task, x, y);
        int tasks = comparators.vectors().rows();
        largest = Math.max(largest, interaction.between(task, task, tasks) * x.squaredNorm());
    }

    @Override
    public long mistakes() {
        return comparators.mistakes();
    }

    @Override
    public double value() {
        double reach = largest * energy;
        return comparators.loss() + reach + Math.sqrt(reach * comparators.loss());
    }
}
