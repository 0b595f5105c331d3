package dev.kith.constraint;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * C = the rows of a matrix: a sample of what outputs may look like, where no formula is known.
 *
 * <p>Projection is the exact nearest row under the weights, by a k-d tree; a million rows are fine.
 */
final class PointCloud implements ConstraintSet {
    private final Matrix points;
    private final KdTree tree;

    /** @param points n x T, n &gt;= 1, all finite; copied */
    public PointCloud(Matrix points) {
        Points.requireDimension(points.cols());
        if (points.rows() < 1) {
            throw new IllegalArgumentException("a point cloud must have at least one point, got none");
        }
        this.points = points.copy().requireFinite("point cloud").frozen();
        this.tree = new KdTree(this.points);
    }

    @Override
    public String spec() {
        return "cloud";
    }

    @Override
    public int dimension() {
        return points.cols();
    }

    @Override
    public Map<String, Matrix> arrays() {
        return Map.of("points", points);
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension(), point, weights);
        return Projection.of(points.row(tree.nearest(point, weights)), point, weights, 0);
    }

    @Override
    public double[] sample(SplittableRandom random) {
        return points.row(random.nextInt(points.rows()));
    }

    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < points.rows(); i++) {
            double sum = 0;
            for (int t = 0; t < points.cols(); t++) {
                sum += cost.value(t, points.get(i, t));
            }
            if (sum < least) {
                least = sum;
                best = i;
            }
        }
        return Projection.of(points.row(best), start, weights, 0);
    }

    /** Same points in the same order. */
    @Override
    public boolean equals(Object other) {
        return other instanceof PointCloud cloud && points.equals(cloud.points);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(points.row(0)) + 31 * points.rows();
    }
}
