package dev.kith.mkl;

import dev.kith.ascent.Duals;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.Units;
import dev.kith.ascent.node.Crossing;
import dev.kith.ascent.node.ExplicitAscent;
import dev.kith.ascent.node.NodeLayout;
import dev.kith.ascent.node.NodeWeights;
import dev.kith.ascent.node.TaskBlocks;
import dev.kith.ascent.node.TaskVisit;
import dev.kith.data.Dataset;
import dev.kith.data.FileInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.FeatureMap;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.NodeModel;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.TaskKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

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
 * @param training with {@code TASK} an observation costs C times weight times (mean total weight of a task) / (total weight
 *     of this task), with {@code OBSERVATION} C times weight; tasks are visited at the same time on as many threads, which
 *     results depend on within the tolerance
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
        Training training,
        MklOptions options)
        implements Trainer<NodeModel> {
    /** As usual, but observations count alike, and a gap of 1e-3 within 1000 epochs: coordinate ascent makes hard work of many digits. */
    public static final Training DEFAULT_TRAINING =
            Training.defaults().withWeighting(Training.Weighting.OBSERVATION).withStopping(1e-3, 1000);

    /** Fits of fewer rows than this run on one thread: they are done before several pay. */
    private static final int PARALLEL_ROWS = 20_000;

    /** Rows left in a file are sorted, and large tasks cut, in pieces of at most 64 MB. */
    private static final long MOST_BUFFER = 1L << 26;

    private static final long LEAST_BUFFER = 1L << 20;

    /** Cost, label, dual variable, score and places of a row. */
    private static final long ROW_BYTES = 44;

    /** What is read of a row left in a file: task, label, where it stands. */
    private static final long LABEL_BYTES = 36;

    /** Name and scaling of a feature. */
    private static final int FEATURE_BYTES = 120;

    public MklTrainer {
        new MklInfo.Settings(method, loss, tasks, p, c, training, options);
    }

    public MklTrainer(Loss loss, Views views, TaskKernels tasks, double p, double c) {
        this("mkl", loss, views, tasks, p, c, DEFAULT_TRAINING, MklOptions.defaults());
    }

    @Override
    public Fit<NodeModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(data, progress, plan -> {});
    }

    /** Fits that are never kept are not proven. */
    @Override
    public Fit<NodeModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return train(workspace.data(), progress, plan -> {}, workspace.proving());
    }

    /** Tells {@code memory} what the fit will take before it takes it. */
    public Fit<NodeModel> train(Dataset data, Consumer<FitReport.Progress> progress, Consumer<MemoryPlan> memory) {
        return train(data, progress, memory, true);
    }

    private Fit<NodeModel> train(
            Dataset raw, Consumer<FitReport.Progress> progress, Consumer<MemoryPlan> memory, boolean proving) {
        // The threads are for tasks; the linear algebra, a little at the start, has one.
        return Fit.prepared(raw, data -> LinearAlgebra.withThreads(1, () -> fit(data, progress, memory, proving)));
    }

    private Fit<NodeModel> fit(
            Dataset raw, Consumer<FitReport.Progress> progress, Consumer<MemoryPlan> memory, boolean proving) {
        Learnable.requireLabels(raw);
        raw.requireRows("method 'mkl'");
        Dataset data = TaskLosses.all(loss).labelled(raw);
        TaskKernels given = tasks.forData(data, this);
        Standardizer scaling = MklInfo.scaling(data, loss, training, true);
        List<String> names = given.tasks(data.tasks());
        boolean union = given instanceof TaskKernels.Union;
        MklProblem problem = new MklProblem(
                scaling.applyToLabels(data),
                union ? 1 : names.size(),
                union,
                c,
                training.weighting(),
                options.positiveWeight());
        FeatureMap map = views.of(FileInputs.kind(data.inputs()));
        try (TaskBlocks blocks = blocks(data.inputs(), scaling, map, problem)) {
            List<TaskKernel> kernels = union ? List.of(TaskKernel.shared(1)) : given.of(names);
            ViewScales scales = ViewScales.of(blocks, problem.c, options.normalizeViews());
            List<NodeWeights.Component> components = components(map.views().size(), kernels, scales);
            checkCrossing(map.starts(), kernels);
            int threads = blocks.rows() < PARALLEL_ROWS ? 1 : training.threads();
            MemoryPlan plan = plan(data.inputs(), blocks, components, threads);
            plan.requireWithin(options.memory());
            memory.accept(plan);
            if (plan.data() > 0) {
                blocks.load();
            }
            NodeWeights weights = new NodeWeights(blocks, components, options.crossingBits());
            boolean scaled = training.standardize() && scaling.featureScale().cols() > 0;
            Units units = Units.of(
                    MklInfo.extend(scaling, data.taskCount(), names.size()),
                    union,
                    scaled,
                    ViewScales.error(blocks, options.normalizeViews()));
            MklSolver.Solution solution =
                    solve(blocks, weights, problem, threads, proving ? Optional.of(units) : Optional.empty(), progress);
            blocks.release(); // rows make room for the model
            NodeModel model = new NodeModels(this, data, names, kernels)
                    .build(map, scaling, scales, blocks, weights.vectors(), solution);
            return new Fit<>(model, solution.report);
        }
    }

    /** What holds rows in memory while it learns ends with this method. */
    private MklSolver.Solution solve(
            TaskBlocks blocks,
            NodeWeights weights,
            MklProblem problem,
            int threads,
            Optional<Units> proven,
            Consumer<FitReport.Progress> progress) {
        Duals duals = problem.duals(loss, training.intercept());
        try (ExplicitAscent ascent = new ExplicitAscent(blocks, weights, duals, threads)) {
            return new MklSolver(ascent, duals, new LpNorm(p), weights.components.size())
                    .run(proven, training, progress);
        }
    }

    private TaskBlocks blocks(Inputs inputs, Standardizer scaling, FeatureMap map, MklProblem problem) {
        UnaryOperator<Inputs> scaled = training.standardize() ? scaling::apply : x -> x;
        if (inputs instanceof FileInputs file) {
            long buffer = Math.min(MOST_BUFFER, Math.max(LEAST_BUFFER, options.memory() / 8));
            return new StoredBlocks(problem, map, options.temporary(), buffer).build(file, scaled, options.memory());
        }
        SparseRows features = map.rows(scaled.apply(inputs));
        boolean given = inputs instanceof SparseInputs sparse && sparse.values().values() == features.values();
        long own = given ? 0 : 12L * features.nonZeros();
        if (options.memory() < Long.MAX_VALUE) {
            long rows = TaskBlocks.bytesAhead(features, map.views().size(), problem.taskStart, problem.inputOf);
            MemoryPlan.beside(own + rows, 0, 0).requireWithin(options.memory());
        }
        return TaskBlocks.of(features, map.starts(), problem.taskStart, problem.inputOf, own);
    }

    /** Rows left in a file are brought into memory if they fit there. */
    private MemoryPlan plan(Inputs inputs, TaskBlocks blocks, List<NodeWeights.Component> components, int threads) {
        NodeLayout.Bytes nodes = new NodeLayout(blocks).bytes(components, options.crossingBits());
        long rows = blocks.bytes() + ROW_BYTES * blocks.rows();
        long visits = threads * (TaskVisit.bytes(blocks) - blocks.readerBytes());
        if (!(inputs instanceof FileInputs)) {
            return MemoryPlan.beside(rows, nodes.weights() + visits, nodes.model());
        }
        long kept = rows
                + LABEL_BYTES * blocks.rows()
                + (long) FEATURE_BYTES * inputs.features().size();
        MemoryPlan here =
                new MemoryPlan(kept, nodes.weights() + visits, nodes.model(), blocks.bytesInMemory(), 0, 0, true);
        return here.within(options.memory())
                ? here
                : new MemoryPlan(
                        kept + threads * blocks.readerBytes(),
                        nodes.weights() + visits,
                        nodes.model(),
                        0,
                        blocks.fileBytes(),
                        blocks.readerBytes(),
                        true);
    }

    /** Tables that tasks share must be of use, and no smaller than a view. */
    private void checkCrossing(int[] starts, List<TaskKernel> kernels) {
        if (options.crossingBits() == 0) {
            return;
        }
        if (kernels.stream().noneMatch(Crossing::crosses)) {
            throw new IllegalArgumentException(
                    "hashing of task x feature needs a task kernel for what several tasks have"
                            + " of their own (no tree), got " + tasks.name());
        }
        for (int v = 0; v + 1 < starts.length; v++) {
            int width = starts[v + 1] - starts[v];
            if (width > 1 << options.crossingBits()) {
                throw new IllegalArgumentException("bits for hashing of task x feature must be at least "
                        + (32 - Integer.numberOfLeadingZeros(width - 1)) + " for " + width + " columns, got "
                        + options.crossingBits());
            }
        }
    }

    MklInfo.Settings settings() {
        return new MklInfo.Settings(method, loss, tasks, p, c, training, options);
    }

    private static List<NodeWeights.Component> components(int views, List<TaskKernel> kernels, ViewScales scales) {
        List<NodeWeights.Component> components = new ArrayList<>();
        for (int v = 0; v < views; v++) {
            for (TaskKernel kernel : kernels) {
                components.add(new NodeWeights.Component(v, kernel, scales.of(v)));
            }
        }
        return components;
    }
}
