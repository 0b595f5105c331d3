package dev.kith.constraint;

import dev.kith.constraint.search.BranchAndBound;
import dev.kith.constraint.search.Slabs;
import dev.kith.constraint.search.Terms;
import java.util.Arrays;

/**
 * min over c in C of sum_t cost(t, c_t), for a set that can be enclosed on boxes: the minimum reached by descent, then a
 * search that proves it or finds a better one.
 */
final class GlobalMinimum {
    /** What may be left between a minimum and its proof, relative to the range of the cost. */
    private static final double TOLERANCE = 1e-6;

    /** How much harder than a free coordinate the others are to move. */
    private static final double STIFF = 1e10;

    private final ConstraintSet set;
    private final ConstraintSet.Separable cost;
    private final double[] weights;

    GlobalMinimum(ConstraintSet set, ConstraintSet.Separable cost, double[] weights) {
        this.set = set;
        this.cost = cost;
        this.weights = weights;
    }

    /** @param slabs buffers for {@code enclosure} */
    Projection minimize(double[] start, Slabs.Enclosure enclosure, Slabs slabs) {
        double[] local = new Majorizer(set, cost).minimize(start, weights);
        if (!provable(cost)) {
            return Projection.of(local, start, weights, Double.NaN);
        }
        BranchAndBound.Found found = new BranchAndBound(
                        terms(cost, set.dimension()),
                        enclosure,
                        slabs,
                        this::onto,
                        c -> new Majorizer(set, cost).minimize(c, weights),
                        local)
                .minimize(TOLERANCE);
        return Projection.of(found.point(), start, weights, found.gap(), found.allowed());
    }

    private double[] onto(double[] c, int free) {
        double[] stiff = weights.clone();
        for (int t = 0; t < stiff.length && free >= 0; t++) {
            stiff[t] *= t == free ? 1 : STIFF;
        }
        return set.project(c, stiff).point();
    }

    /** Whether the cost says enough of itself for a proof. */
    static boolean provable(ConstraintSet.Separable cost) {
        return cost.corners(0).length > 0;
    }

    /** The cost as searches see it; to be asked only where it is {@link #provable}. */
    static Terms terms(ConstraintSet.Separable cost, int dimension) {
        double[][] corners = new double[dimension][];
        Arrays.setAll(corners, cost::corners);
        return new Terms() {
            @Override
            public double value(int t, double c) {
                return cost.value(t, c);
            }

            @Override
            public void partsInto(double[] parts, int t, double c) {
                cost.partsInto(parts, t, c);
            }

            @Override
            public double[] corners(int t) {
                return corners[t];
            }
        };
    }
}
