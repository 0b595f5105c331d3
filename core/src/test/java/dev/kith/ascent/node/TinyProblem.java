package dev.kith.ascent.node;

import dev.kith.ascent.Duals;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Loss;
import dev.kith.structure.TaskKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A small random problem with its kernels written out densely, for checks that share no code with the solver. */
public final class TinyProblem {
    public final int tasks = 3;
    public final int[] taskStart = {0, 6, 11, 16};
    final int[] columnStart = {0, 4, 7};
    final Matrix x;
    public final double[] y;
    public final double[] c;
    public final List<NodeWeights.Component> components;

    public TinyProblem(long seed, Loss loss) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = taskStart[tasks];
        x = Matrix.zeros(n, columnStart[2]);
        for (int k = 0; k < x.data().length; k++) {
            x.data()[k] = random.nextDouble() < 0.7 ? gaussian(random) : 0;
        }
        y = new double[n];
        c = new double[n];
        for (int i = 0; i < n; i++) {
            double z = x.get(i, 0) + (taskOf(i) == 2 ? -1 : 1) * x.get(i, 5) + 0.7 + gaussian(random);
            y[i] = loss.classification() ? (z > 0 ? 1 : -1) : z;
            c[i] = 0.3 + random.nextDouble();
        }
        if (loss.classification()) {
            for (int t = 0; t < tasks; t++) {
                y[taskStart[t]] = 1;
                y[taskStart[t] + 1] = -1;
            }
        }
        List<TaskKernel> kernels = List.of(TaskKernel.shared(tasks), TaskKernel.own(tasks), psd(random));
        components = new ArrayList<>();
        for (int v = 0; v < 2; v++) {
            for (TaskKernel kernel : kernels) {
                components.add(new NodeWeights.Component(v, kernel));
            }
        }
    }

    private TaskKernel psd(SplittableRandom random) {
        Matrix factor = Matrix.zeros(tasks, tasks);
        for (int k = 0; k < factor.data().length; k++) {
            factor.data()[k] = gaussian(random);
        }
        return TaskKernel.of(
                "psd",
                TaskKernel.lowRankPlusDiagonal("f", factor, new double[tasks]).matrix());
    }

    public static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    public int taskOf(int i) {
        int t = 0;
        while (i >= taskStart[t + 1]) {
            t++;
        }
        return t;
    }

    public Duals duals(Loss loss, boolean intercepts) {
        return new Duals(loss, taskStart, y, c, intercepts);
    }

    public TaskBlocks blocks() {
        int[] rows = new int[y.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
        }
        return TaskBlocks.of(sparse(x), columnStart, taskStart, rows, 0);
    }

    static SparseRows sparse(Matrix dense) {
        int[] starts = new int[dense.rows() + 1];
        int[] indices = new int[dense.data().length];
        double[] values = new double[dense.data().length];
        int size = 0;
        for (int i = 0; i < dense.rows(); i++) {
            for (int j = 0; j < dense.cols(); j++) {
                if (dense.get(i, j) != 0) {
                    indices[size] = j;
                    values[size++] = dense.get(i, j);
                }
            }
            starts[i + 1] = size;
        }
        return new SparseRows(dense.cols(), starts, indices, values);
    }

    /** K_m[i][j] = R_m[task i, task j] times the inner product in the component's view. */
    public Matrix kernel(int m) {
        NodeWeights.Component component = components.get(m);
        Matrix r = component.kernel().matrix();
        Matrix k = Matrix.zeros(y.length, y.length);
        for (int i = 0; i < y.length; i++) {
            for (int j = 0; j < y.length; j++) {
                double sum = 0;
                for (int f = columnStart[component.view()]; f < columnStart[component.view() + 1]; f++) {
                    sum += x.get(i, f) * x.get(j, f);
                }
                k.set(i, j, r.get(taskOf(i), taskOf(j)) * sum);
            }
        }
        return k;
    }

    public double[] times(Matrix k, double[] s) {
        double[] product = new double[s.length];
        for (int i = 0; i < s.length; i++) {
            for (int j = 0; j < s.length; j++) {
                product[i] += k.get(i, j) * s[j];
            }
        }
        return product;
    }

    public List<Matrix> kernels() {
        List<Matrix> kernels = new ArrayList<>();
        for (int m = 0; m < components.size(); m++) {
            kernels.add(kernel(m));
        }
        return kernels;
    }

    public double[] squares(List<Matrix> kernels, double[] s) {
        double[] q = new double[kernels.size()];
        for (int m = 0; m < q.length; m++) {
            double[] f = times(kernels.get(m), s);
            for (int i = 0; i < s.length; i++) {
                q[m] += s[i] * f[i];
            }
        }
        return q;
    }
}
