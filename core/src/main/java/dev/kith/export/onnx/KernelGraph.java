package dev.kith.export.onnx;

import dev.kith.data.DataException;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;

/** k(x, x_i) for rows of scaled features and the support x_i: a product of matrices and a function of its entries, as kith does it. */
final class KernelGraph {
    /** Squared distances below this share of the squared lengths are rounding. */
    private static final double ROUNDING = 1e-14;

    private static final double SINGLE_ROUNDING = 1e-6;

    private final Maths maths;
    private final String[] spec;
    private final Matrix support;
    private final Matrix origin;

    /**
     * @param dense whether differences are measured from amid the support, as for inputs that are dense
     * @throws DataException if the kernel is none that ONNX can say
     */
    KernelGraph(Maths maths, Kernel kernel, Matrix support, boolean dense) {
        this.maths = maths;
        spec = kernel.spec().split(":", -1);
        boolean known = kernel instanceof VectorKernel
                && switch (spec[0]) {
                    case "linear", "gaussian", "laplace", "polynomial" -> true;
                    default -> false;
                };
        if (!known) {
            throw new DataException("kernel '" + kernel.spec()
                    + "' cannot be said in ONNX: linear, gaussian, laplace and polynomial can;"
                    + " predict with kith instead");
        }
        boolean distances = ((VectorKernel) kernel).shiftInvariant();
        origin = Matrix.zeros(1, support.cols());
        if (distances && dense) {
            for (int i = 0; i < support.rows(); i++) {
                for (int j = 0; j < support.cols(); j++) {
                    origin.add(0, j, support.get(i, j) / support.rows());
                }
            }
        }
        this.support = moved(support);
    }

    private Matrix moved(Matrix rows) {
        Matrix moved = rows.copy();
        for (int i = 0; i < moved.rows(); i++) {
            for (int j = 0; j < moved.cols(); j++) {
                moved.add(i, j, -origin.get(0, j));
            }
        }
        return moved;
    }

    /** rows x support. */
    Value values(Value x) {
        Graph graph = maths.graph();
        Value from = maths.minus(x, graph.matrix(origin));
        Value products = maths.product(from, graph.matrix(support.transpose()));
        return switch (spec[0]) {
            case "linear" -> products;
            case "polynomial" -> power(maths.plus(products, graph.number(parameter(2))), Integer.parseInt(spec[1]));
            case "gaussian" -> {
                double width = parameter(1);
                yield maths.exp(maths.dividedBy(squares(from, products), graph.number(-2 * width * width)));
            }
            default -> maths.exp(maths.dividedBy(maths.root(squares(from, products)), graph.number(-parameter(1))));
        };
    }

    private double parameter(int k) {
        return Double.parseDouble(spec[k]);
    }

    /** By repeated squaring. */
    private Value power(Value base, int degree) {
        Value half = degree > 1 ? power(base, degree / 2) : base;
        Value even = degree > 1 ? maths.times(half, half) : base;
        return degree > 1 && degree % 2 == 1 ? maths.times(even, base) : even;
    }

    /** ||x||^2 + ||x_i||^2 - 2 x'x_i, 0 where it is only rounding. */
    private Value squares(Value x, Value products) {
        Graph graph = maths.graph();
        double[] own = new double[support.rows()];
        for (int i = 0; i < own.length; i++) {
            own[i] = support.squaredNorm(i);
        }
        Value lengths = maths.plus(maths.sum(maths.times(x, x), 1, true), graph.row(own));
        Value distances = maths.minus(lengths, maths.times(graph.number(2), products));
        Value least = maths.times(graph.number(graph.singles() ? SINGLE_ROUNDING : ROUNDING), lengths);
        return maths.where(maths.less(least, distances), distances, graph.number(0));
    }
}
