package dev.kith.model.uncertainty;

import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.Model;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a kernel model says of its functions before any label is seen, cov(f_s(x), f_t(z)) = sum_q A_q[s, t] k_q(x, z): one kernel
 * and structure, or several with a structure each. Inputs are scaled already.
 */
record TaskCovariance(Standardizer scaling, Inputs support, List<Part> parts) {
    /** A kernel, the columns it looks at where there are several, and its structure. */
    private record Part(Kernel kernel, Optional<KernelSum.View> view, Matrix a) {
        Inputs of(Inputs x) {
            return view.map(each -> each.of(x)).orElse(x);
        }
    }

    /** That of a model; empty where it has none. */
    static Optional<TaskCovariance> of(Model model) {
        if (model instanceof KernelModel kernel) {
            return kernel.structure()
                    .map(a -> new TaskCovariance(
                            kernel.scaling(),
                            kernel.support(),
                            List.of(new Part(kernel.kernel(), Optional.empty(), a.dense()))));
        }
        if (!(model instanceof KernelSumModel sum) || sum.structures().isEmpty()) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        for (int q = 0; q < sum.structures().size(); q++) {
            KernelSum.View view = sum.kernels().views().get(q);
            TaskMatrix a = sum.structures().get(q);
            parts.add(new Part(view.kernel(), Optional.of(view), a.dense()));
        }
        return Optional.of(new TaskCovariance(sum.scaling(), sum.support(), parts));
    }

    /** Between observations, each of a support input and a task. */
    Matrix between(int[] row, int[] task) {
        Matrix all = Matrix.zeros(row.length, row.length);
        for (Part part : parts) {
            Matrix k = part.kernel.gram(part.of(support));
            for (int o = 0; o < row.length; o++) {
                for (int p = 0; p < row.length; p++) {
                    all.add(o, p, part.a.get(task[o], task[p]) * k.get(row[o], row[p]));
                }
            }
        }
        return all;
    }

    /** Between observations and task {@code tasks[i]} at input i of {@code x}, observations x inputs. */
    Matrix between(int[] row, int[] task, Inputs x, int[] tasks) {
        Matrix all = Matrix.zeros(row.length, tasks.length);
        for (Part part : parts) {
            Matrix k = part.kernel.cross(part.of(x), part.of(support));
            for (int i = 0; i < tasks.length; i++) {
                for (int o = 0; o < row.length; o++) {
                    all.add(o, i, part.a.get(tasks[i], task[o]) * k.get(i, row[o]));
                }
            }
        }
        return all;
    }

    /** The variance of task {@code tasks[i]} at input i. */
    double[] variances(Inputs x, int[] tasks) {
        double[] all = new double[tasks.length];
        for (Part part : parts) {
            double[] own = part.kernel.diagonal(part.of(x));
            for (int i = 0; i < all.length; i++) {
                all[i] += part.a.get(tasks[i], tasks[i]) * own[i];
            }
        }
        return all;
    }
}
