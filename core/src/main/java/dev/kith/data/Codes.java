package dev.kith.data;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Classes as points of R^l: class c is coded by the numbers L e_c, column c of an outputs x classes matrix L. What is
 * predicted for the l outputs is read back as the class whose code is nearest.
 *
 * @param name {@code simplex}, {@code one-vs-all}, or {@code given}
 * @param matrix L, its columns named by the classes, its rows by the outputs
 */
public record Codes(String name, NamedMatrix matrix) {
    /** The name of {@link #simplex}. */
    public static final String SIMPLEX = "simplex";

    /** The name of {@link #oneVsAll}. */
    public static final String ONE_VS_ALL = "one-vs-all";

    /** The name of {@link #of}. */
    public static final String GIVEN = "given";

    public Codes {
        Matrix values = matrix.values();
        if (values.cols() < 2 || values.rows() < 1) {
            throw new DataException("codes must be of two classes or more, by one number or more; got " + values.cols()
                    + " classes, " + values.rows() + " numbers");
        }
        values.requireFinite("codes");
        List<String> outputs = matrix.rows().isEmpty()
                ? Names.numbered("code", values.rows())
                : Names.distinct("output", matrix.rows());
        matrix = new NamedMatrix("code", outputs, Names.distinct("class", matrix.cols()), values.frozen());
        requireDistinct(matrix);
    }

    private static void requireDistinct(NamedMatrix matrix) {
        Map<List<Double>, String> seen = new HashMap<>();
        for (int c = 0; c < matrix.cols().size(); c++) {
            List<Double> code = new ArrayList<>();
            for (double value : matrix.values().column(c)) {
                code.add(value + 0.0); // -0 is 0
            }
            String other = seen.put(code, matrix.cols().get(c));
            if (other != null) {
                throw new DataException("codes must differ from class to class, got the same for '" + other + "' and '"
                        + matrix.cols().get(c) + "'");
            }
        }
    }

    /** The corners of a regular simplex in R^(C-1): unit vectors with inner products -1/(C-1). */
    public static Codes simplex(List<String> classes) {
        int c = classes.size();
        Matrix codes = Matrix.zeros(Math.max(0, c - 1), c);
        for (int k = 0; k < c - 1; k++) {
            double height = Math.sqrt((double) c * (c - 1 - k) / ((double) (c - 1) * (c - k)));
            codes.set(k, k, height);
            for (int j = k + 1; j < c; j++) {
                codes.set(k, j, -height / (c - 1 - k));
            }
        }
        return new Codes(SIMPLEX, NamedMatrix.ofColumns(classes, codes));
    }

    /** One output per class: 1 for the class itself, -1 for the others. */
    public static Codes oneVsAll(List<String> classes) {
        int c = classes.size();
        Matrix codes = Matrix.zeros(c, c);
        for (int k = 0; k < c; k++) {
            for (int j = 0; j < c; j++) {
                codes.set(k, j, k == j ? 1 : -1);
            }
        }
        return new Codes(ONE_VS_ALL, new NamedMatrix("code", classes, classes, codes));
    }

    /** Codes of one's own: a column per class. */
    public static Codes of(NamedMatrix codes) {
        return new Codes(GIVEN, codes);
    }

    /** The same codes for these classes alone, in this order. */
    public Codes of(List<String> classes) {
        Matrix codes = Matrix.zeros(matrix.values().rows(), classes.size());
        for (int c = 0; c < classes.size(); c++) {
            int at = matrix.cols().indexOf(classes.get(c));
            if (at < 0) {
                throw new DataException("coding: there is no code of class '" + classes.get(c) + "'");
            }
            for (int k = 0; k < codes.rows(); k++) {
                codes.set(k, c, matrix.values().get(k, at));
            }
        }
        return new Codes(name, new NamedMatrix(matrix.corner(), matrix.rows(), classes, codes));
    }

    /** Names of the classes, in the order of the columns. */
    public List<String> classes() {
        return matrix.cols();
    }

    /** Names of the l outputs. */
    public List<String> outputs() {
        return matrix.rows();
    }

    /** Output k of the code of class c. */
    public double at(int k, int c) {
        return matrix.values().get(k, c);
    }

    /**
     * How near outputs f are to each code, n x classes: 1 + 4 (L_c'f - |L_c|^2/2 - N/2) / D, with N the mean of |L_c|^2 and D that
     * of |L_c - L_k|^2 over pairs of classes. The nearest code has the largest; where f is a class's own code it is about 1, and
     * for the other classes about -1 (exactly, for simplex and one-vs-all codes).
     *
     * @param outputs n x l
     */
    public Matrix scores(Matrix outputs) {
        Matrix scores = LinearAlgebra.best().multiply(outputs, slopes());
        double[] offset = offsets();
        for (int i = 0; i < scores.rows(); i++) {
            for (int c = 0; c < scores.cols(); c++) {
                scores.add(i, c, offset[c]);
            }
        }
        return scores;
    }

    /** Euclidean distances of outputs (n x l) to each code, n x classes. */
    public Matrix distances(Matrix outputs) {
        Matrix distances = Matrix.zeros(outputs.rows(), classes().size());
        for (int i = 0; i < distances.rows(); i++) {
            for (int c = 0; c < distances.cols(); c++) {
                double sum = 0;
                for (int k = 0; k < outputs.cols(); k++) {
                    double away = outputs.get(i, k) - at(k, c);
                    sum += away * away;
                }
                distances.set(i, c, Math.sqrt(sum));
            }
        }
        return distances;
    }

    /** l x classes: what {@link #scores} multiplies outputs by. */
    public Matrix slopes() {
        return matrix.values().copy().scale(4 / spread());
    }

    /** What {@link #scores} adds. */
    private double[] offsets() {
        double[] squares = squares();
        double half = 0;
        for (double square : squares) {
            half += square / squares.length / 2;
        }
        double factor = 4 / spread();
        double[] offsets = new double[squares.length];
        for (int c = 0; c < offsets.length; c++) {
            offsets[c] = 1 - factor * (squares[c] / 2 + half);
        }
        return offsets;
    }

    private double[] squares() {
        double[] squares = new double[classes().size()];
        for (int c = 0; c < squares.length; c++) {
            for (double value : matrix.values().column(c)) {
                squares[c] += value * value;
            }
        }
        return squares;
    }

    /** The mean squared distance of two codes. */
    private double spread() {
        int n = classes().size();
        double sum = 0;
        for (int k = 0; k < outputs().size(); k++) {
            double[] row = matrix.values().row(k);
            for (int c = 0; c < n; c++) {
                for (int other = 0; other < c; other++) {
                    sum += (row[c] - row[other]) * (row[c] - row[other]);
                }
            }
        }
        return sum / (n * (n - 1) / 2.0);
    }
}
