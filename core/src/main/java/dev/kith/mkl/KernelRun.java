package dev.kith.mkl;

import dev.kith.ascent.Ascent;
import dev.kith.ascent.Duals;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.Units;
import dev.kith.ascent.node.KernelAscent;
import dev.kith.ascent.node.KernelRows;
import dev.kith.ascent.node.NodeWeights;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.TaskLosses;
import dev.kith.model.FitReport;
import dev.kith.structure.TaskKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One fit on kernel rows:
 *
 * <pre>  f_t(x) = b_t + sum_v sum_m theta_vm sum_i R_vm[task of i, t] s_i k_v(x, x_i)  </pre>
 *
 * over views v, each with task kernels R_vm whose weights theta are learned. What models are made of is in the labels' units.
 */
final class KernelRun {
    /** What kernel rows may take when nothing else is said. */
    private static final long DEFAULT_CACHE = 1L << 30;

    private final MklInfo.Settings settings;
    private final List<Kernel> kernels;
    private final Function<Inputs, List<Inputs>> views;
    private final boolean union;
    private final List<String> names;
    private final Dataset data;
    private final Standardizer scaling;
    private final MklProblem problem;
    private final Inputs inputs;
    private final List<NodeWeights.Component> components = new ArrayList<>();
    private final Duals duals;

    /** @param kernel one, or the sum of several, which are then learned one by one */
    KernelRun(MklInfo.Settings settings, Kernel kernel, Dataset raw) {
        this.settings = settings;
        if (kernel instanceof KernelSum sum) {
            kernels = sum.views().stream().map(KernelSum.View::kernel).toList();
            views = x -> sum.views().stream().map(view -> view.of(x)).toList();
        } else {
            kernels = List.of(kernel);
            views = x -> List.of(x);
        }
        Learnable.requireLabels(raw);
        raw.requireRows("method 'mkl'");
        data = TaskLosses.all(settings.loss()).labelled(raw);
        scaling = MklInfo.scaling(data, settings.loss(), settings.training(), kernel.scalable());
        Dataset scaled = scaling.apply(data);
        names = settings.tasks().tasks(data.tasks());
        union = settings.tasks() instanceof TaskKernels.Union;
        problem = new MklProblem(
                scaled,
                union ? 1 : names.size(),
                union,
                settings.c(),
                settings.training().weighting(),
                settings.options().positiveWeight());
        inputs = scaled.inputs().select(problem.inputOf);
        duals = problem.duals(settings.loss(), settings.training().intercept());
    }

    /** What a model is made of. */
    record Learned(
            Dataset data,
            List<String> tasks,
            Standardizer scaling,
            Inputs support,
            List<Matrix> coefficients,
            Matrix intercept,
            Optional<Matrix> structure,
            List<NamedWeight> weights,
            FitReport report) {}

    /** What view v counts for where tasks are alike as a task kernel says. */
    record NamedWeight(int view, String tasks, double weight) {}

    /** @param threads that compute kernel values; the ascent itself has one, and the result is the same whatever they are */
    Learned fit(Consumer<FitReport.Progress> progress, boolean proving, int threads) {
        List<KernelRows> rows = LinearAlgebra.withThreads(threads, this::rows);
        addComponents(rows);
        Ascent ascent = new KernelAscent(rows, components, duals);
        Units units = Units.of(MklInfo.extend(scaling, data.taskCount(), names.size()), union, false, 0);
        MklSolver.Solution solution = new MklSolver(ascent, duals, new LpNorm(settings.p()), components.size())
                .run(proving ? Optional.of(units) : Optional.empty(), settings.training(), progress);
        return learned(solution);
    }

    private List<KernelRows> rows() {
        long each = Math.min(settings.options().memory(), DEFAULT_CACHE) / kernels.size();
        List<Inputs> seen = views.apply(inputs);
        List<KernelRows> rows = new ArrayList<>();
        for (int v = 0; v < kernels.size(); v++) {
            KernelRows own = new KernelRows(kernels.get(v), seen.get(v), each);
            own.fill();
            rows.add(own);
        }
        return rows;
    }

    private void addComponents(List<KernelRows> rows) {
        for (int v = 0; v < kernels.size(); v++) {
            double scale = settings.options().normalizeViews() ? Math.sqrt(scale(rows.get(v), problem.c)) : 1;
            List<TaskKernel> alike =
                    union ? List.of(TaskKernel.shared(1)) : settings.tasks().ofView(v, names);
            for (TaskKernel taskKernel : alike) {
                components.add(new NodeWeights.Component(v, taskKernel, scale));
            }
        }
    }

    private static double scale(KernelRows rows, double[] costs) {
        TwofoldSum sum = new TwofoldSum();
        TwofoldSum total = new TwofoldSum();
        for (int i = 0; i < costs.length; i++) {
            sum.addProduct(costs[i], rows.diagonal(i));
            total.add(costs[i]);
        }
        return sum.value().hi() > 0 ? total.value().hi() / sum.value().hi() : 1;
    }

    private Learned learned(MklSolver.Solution solution) {
        List<Matrix> likeness = likeness(solution.theta);
        Matrix all = likeness.get(0);
        for (Matrix own : likeness.subList(1, likeness.size())) {
            all = all.plus(1, own);
        }
        int[] support = support();
        Standardizer extended = MklInfo.extend(scaling, data.taskCount(), names.size());
        List<Matrix> coefficients =
                likeness.stream().map(r -> coefficients(r, support, extended)).toList();
        Matrix intercept = Matrix.zeros(1, names.size());
        for (int t = 0; t < names.size(); t++) {
            double b = intercept(solution.biases, all, duals.tasks() == 1 ? 0 : t);
            intercept.set(0, t, Units.saved(extended, t, b));
        }
        List<NamedWeight> weights = new ArrayList<>();
        for (int m = 0; m < components.size(); m++) {
            NodeWeights.Component component = components.get(m);
            weights.add(new NamedWeight(component.view(), component.kernel().name(), solution.weights[m]));
        }
        return new Learned(
                data,
                names,
                extended,
                inputs.select(support),
                coefficients,
                intercept,
                duals.tasks() == 1 ? Optional.empty() : Optional.of(all),
                weights,
                solution.report);
    }

    /** Of every view: sum_m theta_m scale^2 R_m. */
    private List<Matrix> likeness(double[] theta) {
        int blocks = duals.tasks();
        List<Matrix> all = new ArrayList<>();
        for (int v = 0; v < kernels.size(); v++) {
            all.add(Matrix.zeros(blocks, blocks));
        }
        for (int m = 0; m < components.size(); m++) {
            NodeWeights.Component component = components.get(m);
            double scale = component.scale();
            all.set(
                    component.view(),
                    all.get(component.view())
                            .plus(theta[m] * scale * scale, component.kernel().matrix()));
        }
        return all;
    }

    private Matrix coefficients(Matrix r, int[] support, Standardizer extended) {
        Matrix coefficients = Matrix.zeros(support.length, names.size());
        for (int k = 0; k < support.length; k++) {
            int block = blockOf(support[k]);
            for (int t = 0; t < names.size(); t++) {
                double b = r.get(block, duals.tasks() == 1 ? 0 : t) * duals.s[support[k]];
                coefficients.set(k, t, b * extended.labelScale().get(0, t));
            }
        }
        return coefficients;
    }

    private int[] support() {
        int[] support = new int[duals.rows()];
        int size = 0;
        for (int i = 0; i < support.length; i++) {
            if (duals.s[i] != 0) {
                support[size++] = i;
            }
        }
        return Arrays.copyOf(support, size);
    }

    private int blockOf(int row) {
        int t = 0;
        while (row >= duals.taskStart[t + 1]) {
            t++;
        }
        return t;
    }

    /** A task without rows gets the mean intercept of the others, weighted by their likeness. */
    private double intercept(double[] biases, Matrix r, int t) {
        if (duals.taskStart[t] < duals.taskStart[t + 1]) {
            return biases[t];
        }
        double sum = 0;
        double total = 0;
        for (int s = 0; s < biases.length; s++) {
            if (duals.taskStart[s] < duals.taskStart[s + 1] && r.get(t, s) > 0) {
                sum += r.get(t, s) * biases[s];
                total += r.get(t, s);
            }
        }
        return total > 0 ? sum / total : 0;
    }
}
