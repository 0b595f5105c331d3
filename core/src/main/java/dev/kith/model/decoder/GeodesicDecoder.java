package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.Projection;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;

/**
 * f(x) = argmin over c in C of sum_j score_j d(c, point_j)^2, d the geodesic distance of C: the constrained estimator with the
 * loss d^2. Score j of the base model is alpha_j(x) of the training row with outputs point_j; scores may be negative.
 *
 * @param points S x T, members of the set
 * @param usual 1 x 1: the mean confidence (sum of the scores) on the training inputs
 */
public record GeodesicDecoder(ConstraintSet set, Matrix points, Matrix usual) implements Decoder {
    public GeodesicDecoder {
        Shapes.require("points", points, points.rows(), set.dimension());
        if (points.rows() == 0) {
            throw new IllegalArgumentException("points must be one or more, got none");
        }
        Shapes.require("usual confidence", usual, 1, 1);
        Shapes.requirePositive("usual confidence", usual);
        points = points.frozen();
        usual = usual.frozen();
        ConstraintSets.geodesicDistance(set, points.row(0), points.row(0)); // refuses sets without one
    }

    @Override
    public Relaxation relaxation() {
        return Relaxation.none();
    }

    @Override
    public int scores() {
        return points.rows();
    }

    @Override
    public Output decode(double... scores) {
        Projection found = ConstraintSets.geodesicMean(set, points, scores);
        boolean little = !(sum(scores) >= EXTRAPOLATING * usual.get(0, 0));
        return new Output(new RelaxedMinimum(found.point(), found.proven()), undecoded(scores), little);
    }

    private static double sum(double[] scores) {
        double sum = 0;
        for (double score : scores) {
            sum += score;
        }
        return sum;
    }

    /** The mean of the points under the scores, as of a flat space. */
    @Override
    public double[] undecoded(double... scores) {
        double confidence = Math.max(sum(scores), FLOOR * usual.get(0, 0));
        double[] mean = new double[set.dimension()];
        for (int j = 0; j < scores.length; j++) {
            for (int t = 0; t < mean.length; t++) {
                mean[t] += scores[j] / confidence * points.get(j, t);
            }
        }
        return mean;
    }
}
