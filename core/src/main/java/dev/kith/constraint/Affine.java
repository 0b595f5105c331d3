package dev.kith.constraint;

import dev.kith.constraint.search.Slabs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * C = {c : coefficients c = constants}: any number of linear equations.
 *
 * <p>Weighted projection: c = p - W^-1 A' (A W^-1 A')^-1 (A p - b), with the rows of A made orthonormal once and
 * equations that follow from others left out.
 */
final class Affine implements ConstraintSet {
    private static final String NAME = "affine";

    /** A row whose part outside the span of the others is this small says nothing new. */
    private static final double DEPENDENT = 1e-10;

    private final String spec;
    private final Matrix a;
    private final double[] b;

    /**
     * @param coefficients p x T
     * @param constants p right-hand sides
     * @throws IllegalArgumentException if the equations contradict each other
     */
    public Affine(Matrix coefficients, double... constants) {
        this(NAME, coefficients, constants);
    }

    Affine(String spec, Matrix coefficients, double... constants) {
        if (constants.length != coefficients.rows()) {
            throw new IllegalArgumentException(
                    "constants must number " + coefficients.rows() + ", got " + constants.length);
        }
        coefficients.requireFinite("affine coefficients");
        this.spec = spec;
        int dimension = Points.requireDimension(coefficients.cols());
        double[][] basis = new double[Math.min(dimension, constants.length)][];
        double[] sides = new double[basis.length];
        int rank = 0;
        for (int i = 0; i < constants.length; i++) {
            double[] row = coefficients.row(i);
            double scale = norm(row);
            double side = constants[i];
            for (int pass = 0; pass < 2; pass++) { // twice is enough for orthogonality to rounding
                for (int k = 0; k < rank; k++) {
                    double along = dot(row, basis[k]);
                    side -= along * sides[k];
                    for (int t = 0; t < dimension; t++) {
                        row[t] -= along * basis[k][t];
                    }
                }
            }
            double rest = norm(row);
            if (rank < basis.length && rest > DEPENDENT * scale) {
                for (int t = 0; t < dimension; t++) {
                    row[t] /= rest;
                }
                basis[rank] = row;
                sides[rank++] = side / rest;
            } else if (!(Math.abs(side) <= 1e-9 * (scale + Math.abs(constants[i])))) {
                throw new IllegalArgumentException("affine equations must agree with each other, equation " + (i + 1)
                        + " contradicts those before it");
            }
        }
        a = Matrix.zeros(rank, dimension);
        b = new double[rank];
        for (int k = 0; k < rank; k++) {
            System.arraycopy(basis[k], 0, a.data(), k * dimension, dimension);
            b[k] = sides[k];
        }
    }

    @Override
    public String spec() {
        return spec;
    }

    @Override
    public int dimension() {
        return a.cols();
    }

    /** {@inheritDoc} The independent equations kept, unless they were written as text. */
    @Override
    public Map<String, Matrix> arrays() {
        return spec.equals(NAME) ? Map.of("equations", equations()) : Map.of();
    }

    /** The set whose {@link #arrays()} hold these equations. */
    static Affine of(Matrix equations) {
        int tasks = equations.cols() - 1;
        Matrix coefficients = Matrix.zeros(equations.rows(), Math.max(0, tasks));
        for (int k = 0; k < equations.rows(); k++) {
            for (int t = 0; t < tasks; t++) {
                coefficients.set(k, t, equations.get(k, t));
            }
        }
        return new Affine(coefficients, tasks < 0 ? new double[0] : equations.column(tasks));
    }

    /** The independent equations kept, orthonormal rows beside their right-hand sides: rank x (T + 1). */
    Matrix equations() {
        Matrix all = Matrix.zeros(a.rows(), a.cols() + 1);
        for (int k = 0; k < a.rows(); k++) {
            for (int t = 0; t < a.cols(); t++) {
                all.set(k, t, a.get(k, t));
            }
            all.set(k, a.cols(), b[k]);
        }
        return all;
    }

    @Override
    public Optional<Matrix> linearEquations() {
        return Optional.of(equations());
    }

    @Override
    public Projection project(double[] point, double[] weights) {
        Points.require(dimension(), point, weights);
        double[] c = point.clone();
        moveOntoInto(c, weights);
        moveOntoInto(c, weights); // once more takes away the rounding of the first solve
        return Projection.of(c, point, weights, 0);
    }

    @Override
    public Projection minimize(Separable cost, double[] start, double[] weights) {
        return new GlobalMinimum(this, cost, weights).minimize(start, this::enclose, new Slabs(dimension(), a.rows()));
    }

    private boolean enclose(Slabs slabs) {
        for (int k = 0; k < a.rows(); k++) {
            System.arraycopy(a.row(k), 0, slabs.normal[k], 0, a.cols());
            slabs.low[k] = b[k];
            slabs.high[k] = b[k];
        }
        return true;
    }

    private void moveOntoInto(double[] c, double[] weights) {
        int rank = a.rows();
        double[] residual = new double[rank];
        Matrix gram = Matrix.zeros(rank, rank);
        for (int k = 0; k < rank; k++) {
            residual[k] = -b[k];
            for (int t = 0; t < c.length; t++) {
                residual[k] += a.get(k, t) * c[t];
                double scaled = a.get(k, t) / weights[t];
                for (int l = 0; l <= k; l++) {
                    gram.add(k, l, scaled * a.get(l, t));
                }
            }
        }
        double[] multiplier = LinearAlgebra.best().cholesky(gram).solve(residual);
        for (int t = 0; t < c.length; t++) {
            double step = 0;
            for (int k = 0; k < rank; k++) {
                step += a.get(k, t) * multiplier[k];
            }
            c[t] -= step / weights[t];
        }
    }

    /** Same name and same independent equations. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Affine that
                && spec.equals(that.spec)
                && equations().equals(that.equations());
    }

    @Override
    public int hashCode() {
        return spec.hashCode();
    }

    @Override
    public double[] sample(SplittableRandom random) {
        return project(Points.gaussian(random, dimension())).point();
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int t = 0; t < x.length; t++) {
            sum += x[t] * y[t];
        }
        return sum;
    }

    private static double norm(double[] x) {
        return Math.sqrt(dot(x, x));
    }
}
