package dev.kith.check.exact;

import java.util.Arrays;

/** R(W) = lambda sum over features of the length of the feature's weights across tasks; l21. */
public final class RowPenalty implements Penalty {
    private final Dd lambda;
    private final int dim;
    private final int tasks;
    private final Dd[] weight;

    public RowPenalty(Dd lambda, int dim, int tasks) {
        this.lambda = lambda;
        this.dim = dim;
        this.tasks = tasks;
        weight = new Dd[dim];
        Arrays.fill(weight, Dd.ONE);
    }

    @Override
    public Dd exact(DdMatrix u) {
        return smooth(u, 0);
    }

    private Dd length(DdMatrix u, int j, double delta) {
        Dd sum = Dd.of(delta).square();
        for (int t = 0; t < tasks; t++) {
            sum = sum.plus(u.get(t * dim + j, 0).square());
        }
        return sum.sqrt();
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        for (int j = 0; j < dim; j++) {
            weight[j] = lambda.over(length(u, j, delta));
        }
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        Dd sum = Dd.ZERO;
        for (int j = 0; j < dim; j++) {
            sum = sum.plus(length(u, j, delta));
        }
        return sum.times(lambda);
    }

    @Override
    public void above(DdMatrix m) {
        for (int t = 0; t < tasks; t++) {
            for (int j = 0; j < dim; j++) {
                m.add(t * dim + j, t * dim + j, weight[j]);
            }
        }
    }
}
