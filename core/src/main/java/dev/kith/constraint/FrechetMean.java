package dev.kith.constraint;

import dev.kith.constraint.manifold.Charted;
import dev.kith.constraint.manifold.SphereSearch;
import dev.kith.constraint.manifold.SquaredDistances;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Points of a curved set with the smallest weighted sum of squared geodesic distances to others. */
final class FrechetMean {
    /** Points that are tried as starts, beside the mean of all. */
    private static final int TRIED = 40;

    private FrechetMean() {}

    static Charted charted(ConstraintSet set) {
        if (set instanceof Charted charted) {
            return charted;
        }
        throw new IllegalArgumentException(
                "geodesic distances are known of sphere, simplex and rotation, got '" + set.spec() + "'");
    }

    static Projection of(ConstraintSet set, Matrix points, double[] weights) {
        Charted charted = charted(set);
        double[][] onSphere = new double[points.rows()][];
        Arrays.setAll(onSphere, j -> charted.toSphere(points.row(j)));
        SquaredDistances cost = new SquaredDistances(charted.shape(), onSphere, weights);
        SphereSearch.Found found = new SphereSearch(charted.shape(), cost, charted.chartSize(), weights.length)
                .minimize(starts(set, charted, points, onSphere, weights, cost));
        double[] point = charted.fromSphere(found.point());
        double[] ones = new double[point.length];
        Arrays.fill(ones, 1);
        return Projection.of(point, point, ones, found.gap(), found.allowed());
    }

    /** The projected mean, and the best of the points themselves. */
    private static List<double[]> starts(
            ConstraintSet set,
            Charted charted,
            Matrix points,
            double[][] onSphere,
            double[] weights,
            SquaredDistances cost) {
        double[] mean = new double[set.dimension()];
        double total = Arrays.stream(weights).map(Math::abs).sum();
        for (int j = 0; j < weights.length; j++) {
            for (int t = 0; t < mean.length; t++) {
                mean[t] += total > 0 ? weights[j] / total * points.get(j, t) : 0;
            }
        }
        List<double[]> starts = new ArrayList<>();
        starts.add(charted.toSphere(set.project(mean).point()));
        double[] best = onSphere[0];
        double value = Double.POSITIVE_INFINITY;
        int step = Math.max(1, onSphere.length / TRIED);
        for (int j = 0; j < onSphere.length; j += step) {
            double reached = cost.value(onSphere[j]);
            best = reached < value ? onSphere[j] : best;
            value = Math.min(value, reached);
        }
        starts.add(best);
        return starts;
    }
}
