package dev.kith.mkl;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.FeatureMap;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.NodeModel;
import dev.kith.model.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Multi-task multiple kernel learning on explicit features:
 *
 * <pre>
 *   min over W, b, theta of  1/2 sum_m ||W_m||^2_{R_m^-1} / theta_m + C sum_i loss(y_i, f(x_i)),   theta &gt;= 0, ||theta||_p &lt;= 1
 *   f(x_i) = b_t + sum_m w_mt' phi_m(x_i),   t the task of row i
 * </pre>
 *
 * with one m for every view x task kernel, and R_m the task kernel. Costs per step do not grow with the number of tasks;
 * every fit carries its relative duality gap. p = 1 selects few combinations, p = infinity keeps all weights at 1.
 *
 * @param method the name for provenance: {@code mkl}, {@code union}, {@code individual}, {@code vanilla}
 * @param recorded what else the model should remember of its making, by name
 * @param c the cost C of an observation's loss against the penalty; 1/(2 lambda) of the other methods when observations
 *     count alike
 */
public record MklTrainer(
        String method,
        Loss loss,
        Views views,
        TaskKernels tasks,
        double p,
        double c,
        MklOptions options,
        Map<String, String> recorded)
        implements Trainer<NodeModel> {
    /** Fits of fewer rows than this run on one thread: they are done before several pay. */
    private static final int PARALLEL_ROWS = 20_000;

    public MklTrainer {
        recorded = Map.copyOf(recorded);
        new MklInfo.Settings(method, loss, tasks, p, c, options, recorded);
    }

    public MklTrainer(
            String method, Loss loss, Views views, TaskKernels tasks, double p, double c, MklOptions options) {
        this(method, loss, views, tasks, p, c, options, Map.of());
    }

    public MklTrainer(Loss loss, Views views, TaskKernels tasks, double p, double c) {
        this("mkl", loss, views, tasks, p, c, MklOptions.defaults());
    }

    @Override
    public Fit<NodeModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(data, progress, plan -> {});
    }

    /** Tells {@code memory} what the fit will take before it takes it. */
    public Fit<NodeModel> train(Dataset raw, Consumer<FitReport.Progress> progress, Consumer<MemoryPlan> memory) {
        if (raw.size() == 0) {
            throw new DataException("there is nothing to learn from: no labels");
        }
        Dataset data = loss.classification() ? raw.asClasses() : raw;
        TaskKernels given = tasks.forData(data, this);
        Standardizer scaling = MklInfo.scaling(data, options, true);
        boolean plain = !options.standardize() && (loss.classification() || options.targetScale() == TargetScale.NONE);
        Dataset scaled = plain ? data : scaling.apply(data);
        List<String> names = given.tasks(data.tasks());
        boolean union = given instanceof TaskKernels.Union;
        MklProblem problem = new MklProblem(scaled, union ? 1 : names.size(), union, c, options);
        FeatureMap map = views.of(scaled.inputs());
        SparseRows features = map.rows(scaled.inputs());
        if (options.memory() < Long.MAX_VALUE) {
            long rows = TaskBlocks.bytesAhead(features, map.views().size(), problem.taskStart, problem.inputOf);
            new MemoryPlan(rows, 0).requireWithin(options.memory());
        }
        TaskBlocks blocks = new TaskBlocks(features, map.starts(), problem.taskStart, problem.inputOf);
        List<TaskKernel> kernels = union ? List.of(TaskKernel.shared(1)) : given.of(names);
        ViewScales scales = ViewScales.of(blocks, problem.c, options.normalizeViews());
        List<NodeWeights.Component> components = components(map.views().size(), kernels, scales);
        int threads = blocks.rows() < PARALLEL_ROWS ? 1 : options.threads();
        MemoryPlan plan = new MemoryPlan(
                blocks.bytes() + 44L * blocks.rows(),
                NodeWeights.bytes(blocks, components) + threads * TaskVisit.bytes(blocks));
        memory.accept(plan);
        plan.requireWithin(options.memory());
        Duals duals = problem.duals(loss, options.intercept());
        try (ExplicitAscent ascent = new ExplicitAscent(blocks, components, duals, threads)) {
            MklSolver.Solution solution = new MklSolver(ascent, duals, new LpNorm(p), components.size())
                    .solve(options.tolerance(), options.maxEpochs(), options.seed(), progress);
            NodeModel model = new NodeModels(this, data, names, kernels)
                    .build(map, scaling, scales, blocks, ascent.nodes().vectors(), solution);
            return new Fit<>(model, solution.report);
        }
    }

    MklInfo.Settings settings() {
        return new MklInfo.Settings(method, loss, tasks, p, c, options, recorded);
    }

    private static List<NodeWeights.Component> components(int views, List<TaskKernel> kernels, ViewScales scales) {
        List<NodeWeights.Component> components = new ArrayList<>();
        for (int v = 0; v < views; v++) {
            for (TaskKernel kernel : kernels) {
                components.add(new NodeWeights.Component(v, kernel.scale(scales.of(v) * scales.of(v))));
            }
        }
        return components;
    }
}
