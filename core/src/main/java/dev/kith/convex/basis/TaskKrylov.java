package dev.kith.convex.basis;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.numeric.Concurrent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A growing space of functions, each a sum of k(., x_o) v_o over the observations o of one task, with their values at all
 * inputs. Gradients of any loss by the tasks' weights are such functions, with the multipliers of the observations for v: a
 * space that takes up those of every point visited holds all that a first-order method could visit, whatever it makes of them
 * across tasks.
 */
public final class TaskKrylov {
    /** Directions that shrink below this share when made orthogonal are rounding. */
    private static final double NOTHING = 1e-11;

    private static final int INPUTS = 256;

    private final Matrix k;
    private final Observations seen;
    private final boolean balanced;
    /** By task, its vectors: orthonormal, over its observations. */
    private final List<List<double[]>> vectors = new ArrayList<>();

    private final List<List<double[]>> images = new ArrayList<>();

    /**
     * A space of nothing yet.
     *
     * @param k the Gram matrix of all inputs
     * @param balanced whether v sums to zero, as multipliers of tasks with intercepts do
     */
    public TaskKrylov(Matrix k, Observations seen, boolean balanced) {
        this.k = k;
        this.seen = seen;
        this.balanced = balanced;
        for (int t = 0; t < seen.tasks; t++) {
            vectors.add(new ArrayList<>());
            images.add(new ArrayList<>());
        }
    }

    /** Number of vectors. */
    public int size() {
        return vectors.stream().mapToInt(List::size).sum();
    }

    /**
     * Takes up the functions of multipliers, one per observation, of which each task has one; returns their values at all
     * inputs, T x n.
     */
    public Matrix extend(double[] theta) {
        Matrix values = Matrix.zeros(seen.tasks, k.rows());
        Concurrent.forEach(seen.tasks, t -> {
            double[] rest = Arrays.copyOfRange(theta, seen.start[t], seen.start[t + 1]);
            double whole = norm(rest);
            double[] along = orthogonalize(rest, vectors.get(t));
            double left = norm(rest);
            if (left > NOTHING * whole && vectors.get(t).size() < rest.length) {
                for (int i = 0; i < rest.length; i++) {
                    rest[i] /= left;
                }
                vectors.get(t).add(rest);
                images.get(t).add(image(t, rest));
                along = Arrays.copyOf(along, along.length + 1);
                along[along.length - 1] = left;
            }
            for (int j = 0; j < along.length; j++) {
                add(values.data(), t * k.rows(), along[j], images.get(t).get(j));
            }
        });
        return values;
    }

    /** Takes from v what lies along others, twice for rounding, and, where it is to sum to zero, its mean; returns how much. */
    private double[] orthogonalize(double[] v, List<double[]> others) {
        double[] along = new double[others.size()];
        for (int pass = 0; pass < 2; pass++) {
            double mean = balanced ? Arrays.stream(v).average().orElse(0) : 0;
            for (int i = 0; i < v.length; i++) {
                v[i] -= mean;
            }
            for (int j = 0; j < along.length; j++) {
                double[] other = others.get(j);
                double product = 0;
                for (int i = 0; i < v.length; i++) {
                    product += other[i] * v[i];
                }
                add(v, 0, -product, other);
                along[j] += product;
            }
        }
        return along;
    }

    private double[] image(int t, double[] v) {
        int n = k.rows();
        double[] sum = new double[n];
        double[] from = k.data();
        for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
            int at = seen.row[o] * n;
            double factor = v[o - seen.start[t]];
            for (int j = 0; j < n && factor != 0; j++) {
                sum[j] += factor * from[at + j];
            }
        }
        return sum;
    }

    private static void add(double[] to, int offset, double factor, double[] more) {
        for (int i = 0; i < more.length; i++) {
            to[offset + i] += factor * more[i];
        }
    }

    private static double norm(double[] v) {
        double sum = 0;
        for (double each : v) {
            sum += each * each;
        }
        return Math.sqrt(sum);
    }

    /**
     * An orthonormal basis of the space as it is.
     *
     * @param values of its functions at all inputs, n x rank
     * @param coefficients of its functions, n x rank
     */
    public record Space(Matrix values, Matrix coefficients) {}

    /** With V'KV = U diag(s) U' the functions are V U diag(s)^(-1/2). */
    public Space space() {
        int m = size();
        SymmetricEigen eigen = LinearAlgebra.best().eigen(products());
        double floor = m == 0 ? 0 : Basis.RANK_TOLERANCE * m * Math.max(0, eigen.value(m - 1));
        int rank = 0;
        while (rank < m && eigen.value(m - 1 - rank) > floor) {
            rank++;
        }
        Matrix turn = Matrix.zeros(m, rank);
        for (int j = 0; j < rank; j++) {
            for (int i = 0; i < m; i++) {
                turn.set(i, j, eigen.vectors().get(i, m - 1 - j) / Math.sqrt(eigen.value(m - 1 - j)));
            }
        }
        return new Space(values(turn), coefficients(turn));
    }

    /** Of some inputs at a time, on all threads: small spaces need no native products for it. */
    private Matrix values(Matrix turn) {
        List<double[]> all = images.stream().flatMap(List::stream).toList();
        Matrix values = Matrix.zeros(k.rows(), turn.cols());
        Concurrent.blocks(k.rows(), INPUTS, (from, to) -> {
            Matrix part = Matrix.zeros(all.size(), to - from);
            for (int a = 0; a < all.size(); a++) {
                System.arraycopy(all.get(a), from, part.data(), a * part.cols(), part.cols());
            }
            Matrix product = LinearAlgebra.best().multiplyTransposeA(part, turn);
            System.arraycopy(product.data(), 0, values.data(), from * turn.cols(), product.data().length);
        });
        return values;
    }

    /** V'KV, vectors in the order of their tasks. */
    private Matrix products() {
        Matrix products = Matrix.zeros(size(), size());
        List<double[]> all = images.stream().flatMap(List::stream).toList();
        int first = 0;
        for (int t = 0; t < seen.tasks; t++) {
            int from = first;
            int task = t;
            Concurrent.forEach(vectors.get(t).size(), j -> {
                double[] v = vectors.get(task).get(j);
                for (int b = 0; b < all.size(); b++) {
                    double sum = 0;
                    for (int o = 0; o < v.length; o++) {
                        sum += v[o] * all.get(b)[seen.row[seen.start[task] + o]];
                    }
                    products.set(from + j, b, sum);
                }
            });
            first += vectors.get(t).size();
        }
        return products.symmetrized();
    }

    private Matrix coefficients(Matrix turn) {
        Matrix coefficients = Matrix.zeros(k.rows(), turn.cols());
        int at = 0;
        for (int t = 0; t < seen.tasks; t++) {
            for (double[] v : vectors.get(t)) {
                for (int o = 0; o < v.length; o++) {
                    int to = seen.row[seen.start[t] + o] * turn.cols();
                    for (int j = 0; j < turn.cols(); j++) {
                        coefficients.data()[to + j] += v[o] * turn.data()[at * turn.cols() + j];
                    }
                }
                at++;
            }
        }
        return coefficients;
    }
}
