package dev.kith.convex.sum;

import dev.kith.convex.basis.KernelStack;
import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.Matrix;
import java.util.List;

/**
 * R(W) = sum_q R_q(W_q), W_q the weights of kernel q: proximal steps are taken kernel by kernel, and the conjugate is the sum of
 * the kernels' own.
 *
 * @param start columns start[q] to start[q + 1] are those of kernel q
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record SumRegularizer(List<Regularizer.Proximal> parts, int[] start) implements Regularizer.Proximal {
    private Matrix part(Matrix of, int q) {
        return KernelStack.columns(of, start[q], start[q + 1]);
    }

    @Override
    public double value(Matrix wt) {
        double sum = 0;
        for (int q = 0; q < parts.size(); q++) {
            sum += parts.get(q).value(part(wt, q));
        }
        return sum;
    }

    /** All kernels have one Theta, and so one c: the smallest that any of them needs. */
    @Override
    public DualTerm dual(Matrix theta) {
        double c = 1;
        double sup = 0;
        for (int q = 0; q < parts.size(); q++) {
            DualTerm own = parts.get(q).dual(part(theta, q));
            c = Math.min(c, own.c());
            sup += own.sup();
        }
        if (c == 1) {
            return new DualTerm(1, sup);
        }
        sup = 0;
        for (int q = 0; q < parts.size(); q++) {
            sup += parts.get(q).dual(part(theta, q).scale(c)).sup();
        }
        return new DualTerm(c, sup);
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        double cost = 0;
        for (int q = 0; q < parts.size(); q++) {
            Matrix own = part(wt, q);
            Matrix step = Matrix.zeros(own.rows(), own.cols());
            cost += parts.get(q).proxInto(step, own, tau);
            KernelStack.putColumns(out, start[q], step);
        }
        return cost;
    }
}
