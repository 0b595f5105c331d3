package dev.kith.constraint;

import dev.kith.constraint.manifold.Charted;
import dev.kith.linalg.Matrix;
import dev.kith.provider.Providers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Constraint sets by name, and by the text users write: Kith's own, then those of {@link ConstraintSetProvider}s. */
public final class ConstraintSets {
    private static final Providers<ConstraintSetProvider> OTHERS = new Providers<>(
            "constraint",
            ConstraintSetProvider.class,
            ConstraintSetProvider::name,
            List.of("sphere", "simplex", "rotation", "box", "cloud", "affine", "dag", "ranking", "permutation"));

    private ConstraintSets() {}

    /** What users may write without providers; {@link #parse} understands all of it but cloud:FILE, as it opens no files. */
    public static final String SYNTAX =
            "sphere[:radius] | simplex[:total] | rotation | box:lo:hi | cloud:FILE | dag[:real] | ranking | permutation |"
                    + " \"y1^2 + y2^2 = 1; ...\"";

    /**
     * The set named by {@code spec} for these tasks: one of {@link #syntax()}, anything else being read as equations in the
     * task names. A radius or total left out is 1.
     */
    public static ConstraintSet parse(String spec, List<String> tasks) {
        int count = tasks.size();
        String[] parts = spec.trim().split(":", -1);
        return switch (parts[0]) {
            case "sphere" -> new Sphere(count, size(spec, parts));
            case "simplex" -> new Simplex(count, size(spec, parts));
            case "rotation" -> {
                requireParts(spec, parts, 1, 1);
                yield Rotation.ofTasks(count);
            }
            case "box" -> {
                requireParts(spec, parts, 3, 3);
                yield Box.of(count, number(spec, parts[1]), number(spec, parts[2]));
            }
            case "dag" -> dag(spec, parts, count);
            case "ranking" -> {
                requireParts(spec, parts, 1, 1);
                yield Dag.ofTasks(count, Dag.Arcs.ORDER);
            }
            case "permutation" -> {
                requireParts(spec, parts, 1, 1);
                yield new Permutations(count);
            }
            default -> {
                Optional<ConstraintSetProvider> other = OTHERS.find(spec.trim());
                yield other.isPresent() ? other.get().make(spec.trim(), tasks) : equations(spec, tasks);
            }
        };
    }

    /**
     * The set that gave this text and these {@link ConstraintSet#arrays()}.
     *
     * @throws IllegalArgumentException if no set is written so
     */
    public static ConstraintSet read(String spec, List<String> tasks, Map<String, Matrix> arrays) {
        Matrix points = arrays.get("points");
        Matrix equations = arrays.get("equations");
        Matrix lower = arrays.get("lower");
        Matrix upper = arrays.get("upper");
        if (points != null) {
            return cloud(points);
        } else if (equations != null) {
            return Affine.of(equations);
        } else if (lower != null && upper != null) {
            return box(lower, upper);
        }
        return parse(spec, tasks);
    }

    /** The points at distance {@code radius} from 0. */
    public static ConstraintSet sphere(int dimension, double radius) {
        return new Sphere(dimension, radius);
    }

    /** Numbers &gt;= 0 that sum to {@code total}. */
    public static ConstraintSet simplex(int dimension, double total) {
        return new Simplex(dimension, total);
    }

    /** Rotation matrices of the plane (order 2) or of space (order 3), row by row. */
    public static ConstraintSet rotations(int order) {
        return new Rotation(order);
    }

    /**
     * The point c of a set with the smallest sum_j weight_j d(c, point_j)^2, d the geodesic distance: along great circles of a
     * sphere, the angle of rotation between two rotations, Fisher and Rao's between two points of a simplex. Weights may be
     * negative. {@link Projection#proven} says whether no point of the set is better.
     *
     * @param points members of the set, one per row
     * @throws IllegalArgumentException if the set is not a sphere, a simplex, or of rotations
     */
    public static Projection geodesicMean(ConstraintSet set, Matrix points, double... weights) {
        if (points.rows() != weights.length || points.cols() != set.dimension() || weights.length == 0) {
            throw new IllegalArgumentException("points must be " + weights.length + " x " + set.dimension()
                    + ", one per weight and at least one; got " + points.rows() + " x " + points.cols());
        }
        return FrechetMean.of(set, points, weights);
    }

    /** The geodesic distance of two members of a set that has one: see {@link #geodesicMean}. */
    public static double geodesicDistance(ConstraintSet set, double[] one, double[] other) {
        Charted charted = FrechetMean.charted(set);
        return charted.unit() * charted.shape().distance(charted.toSphere(one), charted.toSphere(other));
    }

    /** The same bounds for every coordinate. */
    public static ConstraintSet box(int dimension, double lower, double upper) {
        return Box.of(dimension, lower, upper);
    }

    /**
     * Bounds for each coordinate.
     *
     * @param lower 1 x T
     * @param upper 1 x T, nowhere below {@code lower}
     */
    public static ConstraintSet box(Matrix lower, Matrix upper) {
        return new Box(lower, upper);
    }

    /** Solutions c of coefficients c = constants, an equation per row. */
    public static ConstraintSet affine(Matrix coefficients, double... constants) {
        return new Affine(coefficients, constants);
    }

    /** The rows of {@code points}: n x T, n &gt;= 1, all finite; copied. */
    public static ConstraintSet cloud(Matrix points) {
        return new PointCloud(points);
    }

    /** The orders of 1..T. */
    public static ConstraintSet permutations(int dimension) {
        return new Permutations(dimension);
    }

    /** Complete orders of D items: D(D-1)/2 coordinates, -1 or 1, that do not contradict each other. */
    public static ConstraintSet ranking(int dimension) {
        return Dag.ofTasks(dimension, Dag.Arcs.ORDER);
    }

    /** What users may write. */
    public static String syntax() {
        StringBuilder all = new StringBuilder(SYNTAX);
        OTHERS.all().values().forEach(provider -> all.append(" | ").append(provider.syntax()));
        return all.toString();
    }

    private static double size(String spec, String[] parts) {
        requireParts(spec, parts, 1, 2);
        return parts.length == 2 ? number(spec, parts[1]) : 1;
    }

    private static double number(String spec, String part) {
        try {
            return Double.parseDouble(part);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "constraint '" + spec + "': '" + part + "' is not a number; write " + syntax(), e);
        }
    }

    private static void requireParts(String spec, String[] parts, int least, int most) {
        if (parts.length < least || parts.length > most) {
            throw new IllegalArgumentException(
                    "constraint '" + spec + "' has the wrong number of parts; write " + syntax());
        }
    }

    private static Dag dag(String spec, String[] parts, int count) {
        requireParts(spec, parts, 1, 2);
        if (parts.length == 2 && !parts[1].equals("real")) {
            throw new IllegalArgumentException("constraint must be one of " + syntax() + ", got '" + spec + "'");
        }
        return Dag.ofTasks(count, parts.length == 2 ? Dag.Arcs.REAL : Dag.Arcs.SIGNS);
    }

    private static ConstraintSet equations(String spec, List<String> tasks) {
        if (spec.isBlank() || (spec.matches("[A-Za-z-]+(:.*)?") && !tasks.contains(spec))) {
            throw new IllegalArgumentException("constraint must be one of " + syntax() + ", got '" + spec + "'");
        }
        return Equations.parse(spec, tasks);
    }
}
