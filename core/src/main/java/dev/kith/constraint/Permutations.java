package dev.kith.constraint;

import dev.kith.numeric.Points;
import java.util.SplittableRandom;

/**
 * C = the orderings of 1, 2, ..., T: coordinate t is the rank of item t.
 *
 * <p>Weighted projection is an assignment of ranks to items, solved exactly in O(T^3); with equal weights it is
 * sorting.
 */
record Permutations(int dimension) implements ConstraintSet {
    public Permutations {
        Points.requireDimension(dimension);
    }

    @Override
    public String spec() {
        return "permutation";
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension, point, weights);
        double[] c = assign((t, rank) -> weights[t] * (rank - point[t]) * (rank - point[t]));
        return Projection.of(c, point, weights, 0);
    }

    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        return Projection.of(assign(cost::value), start, weights, 0);
    }

    @Override
    public double[] sample(SplittableRandom random) {
        double[] c = new double[dimension];
        for (int t = 0; t < dimension; t++) {
            int other = random.nextInt(t + 1);
            c[t] = c[other];
            c[other] = t + 1;
        }
        return c;
    }

    private interface Cost {
        double of(int item, int rank);
    }

    /*
     * Kuhn's method with potentials: items enter one by one, each along a shortest augmenting path in reduced costs.
     * Index 0 stands for "nobody", items and ranks count from 1.
     */
    private double[] assign(Cost cost) {
        int n = dimension;
        double[] itemPotential = new double[n + 1];
        double[] rankPotential = new double[n + 1];
        int[] itemOf = new int[n + 1];
        int[] from = new int[n + 1];
        for (int item = 1; item <= n; item++) {
            double[] shortest = new double[n + 1];
            java.util.Arrays.fill(shortest, Double.POSITIVE_INFINITY);
            boolean[] reached = new boolean[n + 1];
            itemOf[0] = item;
            int rank = 0;
            do {
                reached[rank] = true;
                int owner = itemOf[rank];
                double step = Double.POSITIVE_INFINITY;
                int next = 0;
                for (int r = 1; r <= n; r++) {
                    if (!reached[r]) {
                        double reduced = cost.of(owner - 1, r) - itemPotential[owner] - rankPotential[r];
                        if (reduced < shortest[r]) {
                            shortest[r] = reduced;
                            from[r] = rank;
                        }
                        if (shortest[r] < step) {
                            step = shortest[r];
                            next = r;
                        }
                    }
                }
                for (int r = 0; r <= n; r++) {
                    if (reached[r]) {
                        itemPotential[itemOf[r]] += step;
                        rankPotential[r] -= step;
                    } else {
                        shortest[r] -= step;
                    }
                }
                rank = next;
            } while (itemOf[rank] != 0);
            while (rank != 0) {
                itemOf[rank] = itemOf[from[rank]];
                rank = from[rank];
            }
        }
        double[] c = new double[n];
        for (int r = 1; r <= n; r++) {
            c[itemOf[r] - 1] = r;
        }
        return c;
    }
}
