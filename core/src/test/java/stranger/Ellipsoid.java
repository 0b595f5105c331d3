package stranger;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSetProvider;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.Projection;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** C = {c : sum_t (c_t / axis_t)^2 = 1}. In units of its axes it is a sphere, with weights w_t axis_t^2. */
public record Ellipsoid(List<Double> axes) implements ConstraintSet {
    public Ellipsoid {
        axes = List.copyOf(axes);
        if (axes.isEmpty() || !axes.stream().allMatch(axis -> axis > 0 && axis < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("axes must be finite numbers > 0, got " + axes);
        }
    }

    @Override
    public String spec() {
        return "ellipsoid:" + axes.stream().map(String::valueOf).collect(Collectors.joining(":"));
    }

    @Override
    public int dimension() {
        return axes.size();
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        requireQuery(point, weights);
        double[] p = new double[point.length];
        double[] w = new double[point.length];
        Arrays.setAll(p, t -> point[t] / axes.get(t));
        Arrays.setAll(w, t -> weights[t] * axes.get(t) * axes.get(t));
        return Projection.of(stretched(sphere().project(p, w).point()), point, weights, 0);
    }

    @Override
    public double[] sample(SplittableRandom random) {
        return stretched(sphere().sample(random));
    }

    private ConstraintSet sphere() {
        return ConstraintSets.sphere(axes.size(), 1);
    }

    private double[] stretched(double[] unit) {
        double[] c = new double[unit.length];
        Arrays.setAll(c, t -> unit[t] * axes.get(t));
        return c;
    }

    /** Named in META-INF/services/dev.kith.constraint.ConstraintSetProvider. */
    public static final class Provider implements ConstraintSetProvider {
        @Override
        public String name() {
            return "ellipsoid";
        }

        @Override
        public ConstraintSet make(String text, List<String> tasks) {
            return new Ellipsoid(Arrays.stream(text.split(":", -1))
                    .skip(1)
                    .map(Double::valueOf)
                    .toList());
        }
    }
}
