package dev.kith.convex.stationary;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Quadratic;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;

/**
 * The lasso of every task on the outputs of the latent ones,
 *
 * <pre>  min over s_t, b_t of  sum_o w_o loss(y_o, z_o) + mu sum_i |s_ti|,   z_o = (x_o - mean_t)' L s_t + b_t  </pre>
 */
interface CodeStep {
    /** Tasks with few numbers each are not worth a thread of their own. */
    int BLOCK = 16;

    /**
     * Replaces the codes, T x k, by the best ones for a basis, k x d; goes on from what they are.
     *
     * @param mu &gt; 0
     */
    void solveInto(Matrix codes, Matrix basis, double mu);

    /** For any loss with a slope everywhere. */
    static CodeStep of(Problem problem, Loss loss, DataTerm.Sloped v) {
        return v instanceof Quadratic quadratic ? new OfSquares(quadratic) : new NewtonCodes(problem, loss);
    }

    /** Every task has the latent one's weights: a T x d matrix whose rows are all row i of the basis. */
    static void repeatInto(Matrix rows, Matrix basis, int i) {
        for (int t = 0; t < rows.rows(); t++) {
            System.arraycopy(basis.data(), i * basis.cols(), rows.data(), t * rows.cols(), rows.cols());
        }
    }

    /** The squared loss: with G_t the Gram matrix of a task, its codes have Q = L'G_t L and r = L'h_t. */
    record OfSquares(Quadratic v) implements CodeStep {
        @Override
        public void solveInto(Matrix codes, Matrix basis, double mu) {
            int k = basis.rows();
            Matrix[] products = new Matrix[k];
            Matrix rows = Matrix.zeros(v.tasks(), v.dim());
            for (int i = 0; i < k; i++) {
                products[i] = Matrix.zeros(v.tasks(), v.dim());
                repeatInto(rows, basis, i);
                v.valueAndGradientInto(products[i], rows);
            }
            Concurrent.blocks(v.tasks(), BLOCK, (from, to) -> {
                for (int t = from; t < to; t++) {
                    double[] s = codes.row(t);
                    lasso(products, basis, mu, t).solveInto(s);
                    System.arraycopy(s, 0, codes.data(), t * k, k);
                }
            });
        }

        /** From gradients 2 (G_t l_i - h_t). */
        private SmallLasso lasso(Matrix[] gradients, Matrix basis, double mu, int t) {
            int k = basis.rows();
            Matrix q = Matrix.zeros(k, k);
            double[] r = new double[k];
            double[] cost = new double[k];
            Arrays.fill(cost, mu);
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < v.dim(); j++) {
                    r[i] += basis.get(i, j) * v.h.get(t, j);
                }
                for (int l = 0; l < k; l++) {
                    for (int j = 0; j < v.dim(); j++) {
                        q.add(i, l, basis.get(l, j) * (gradients[i].get(t, j) / 2 + v.h.get(t, j)));
                    }
                }
            }
            return new SmallLasso(q.symmetrized(), r, cost, false);
        }
    }
}
