package dev.kith.convex.basis;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.KernelSum;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The problem on several kernels, each with weights of its own: explicit features of all kernels side by side,
 *
 * <pre>  Phi = [Phi_1 ... Phi_Q],   Phi_q Phi_q' = K_q,   f_t(x) = b_t + sum_q phi_q(x)'w_qt  </pre>
 *
 * Coefficients (Q n x T) are those of the first kernel, then those of the second, and so on.
 *
 * @param start columns start[q] to start[q + 1] of the weights are those of kernel q
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record KernelStack(Problem problem, int[] start) {
    /** Of scaled data. */
    public static KernelStack of(Dataset data, Training training, KernelSum kernels) {
        List<Basis> parts = new ArrayList<>();
        Problem problem = new Problem(data, training, (x, rowWeight) -> {
            for (KernelSum.View view : kernels.views()) {
                Inputs own = view.of(x);
                parts.add(Basis.factored(
                        view.kernel().gram(own), rowWeight, training.intercept(), Problem.complete(data)));
            }
            return stacked(parts, x.rows());
        });
        int[] start = new int[parts.size() + 1];
        for (int q = 0; q < parts.size(); q++) {
            start[q + 1] = start[q] + parts.get(q).rows().dim();
        }
        return new KernelStack(problem, start);
    }

    /** Number of kernels. */
    public int size() {
        return start.length - 1;
    }

    /** Columns {@code from} to {@code to} (exclusive). */
    public static Matrix columns(Matrix of, int from, int to) {
        Matrix part = Matrix.zeros(of.rows(), to - from);
        for (int t = 0; t < of.rows(); t++) {
            System.arraycopy(of.data(), t * of.cols() + from, part.data(), t * part.cols(), part.cols());
        }
        return part;
    }

    /** Writes {@code part} into the columns from {@code from} on. */
    public static void putColumns(Matrix to, int from, Matrix part) {
        for (int t = 0; t < to.rows(); t++) {
            System.arraycopy(part.data(), t * part.cols(), to.data(), t * to.cols() + from, part.cols());
        }
    }

    private static Basis stacked(List<Basis> parts, int n) {
        int dim = parts.stream().mapToInt(part -> part.rows().dim()).sum();
        Matrix phi = Matrix.zeros(n, dim);
        int from = 0;
        for (Basis part : parts) {
            putColumns(phi, from, ((FeatureRows.Dense) part.rows()).values());
            from += part.rows().dim();
        }
        return new Basis(new FeatureRows.Dense(phi), Optional.empty(), wt -> decoded(parts, wt, n));
    }

    private static Basis.Decoded decoded(List<Basis> parts, Matrix wt, int n) {
        Matrix coefficients = Matrix.zeros(n * parts.size(), wt.rows());
        double[] offset = new double[wt.rows()];
        int from = 0;
        for (int q = 0; q < parts.size(); q++) {
            Basis part = parts.get(q);
            Basis.Decoded own =
                    part.decoder().apply(columns(wt, from, from + part.rows().dim()));
            from += part.rows().dim();
            double[] data = own.coefficients().data();
            System.arraycopy(data, 0, coefficients.data(), q * data.length, data.length);
            for (int t = 0; t < offset.length; t++) {
                offset[t] += own.offset()[t];
            }
        }
        return new Basis.Decoded(coefficients, offset);
    }
}
