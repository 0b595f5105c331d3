package dev.kith.file;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.Codes;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.StringInputs;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.data.trees.TreeEnsemble.Node;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Losses;
import dev.kith.model.Asked;
import dev.kith.model.CodedModel;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.EnsembleModel;
import dev.kith.model.FitReport;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.TreeModel;
import dev.kith.model.decoder.GeodesicDecoder;
import dev.kith.model.decoder.LossDecoder;
import dev.kith.model.decoder.MomentDecoder;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import dev.kith.model.grouping.Grouping;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Models of every kind the file format knows, filled with random numbers. */
public final class Examples {
    private final Random random;

    public Examples(long seed) {
        random = new Random(seed);
    }

    /** One model of each kind and each kind of support, by name. */
    public Map<String, Model> all() {
        Map<String, Model> all = new LinkedHashMap<>();
        all.put("linear", linear(2, 3, true));
        all.put("kernel-dense", kernel(new Gaussian(1.5), dense(3, 2), true));
        all.put("kernel-linear", kernel(new Linear(), dense(3, 2), false));
        all.put("kernel-sparse", kernel(new Gaussian(0.7), sparse(3, 4), false));
        all.put(
                "kernel-strings",
                kernel(Kernels.spectrum(2), new StringInputs(List.of("ab\u00e9", "\ud83d\ude00b"), "s"), true));
        Precomputed precomputed = new Precomputed(Matrix.of(new double[] {2, 1}, new double[] {1, 3}));
        all.put("kernel-precomputed", kernel(precomputed, precomputed.items(), false));
        all.put("nodes", nodes());
        all.put("constrained-predictions", constrainedPredictions());
        all.put("constrained-moments", constrainedMoments());
        all.put("constrained-loss", constrainedLoss());
        all.put("fourier", fourier());
        all.put("kernel-sum", kernelSum());
        all.put("kernel-sum-structures", withStructures(kernelSum()));
        all.put("coded", coded());
        all.put("trees", trees());
        all.put("constrained-geodesic", constrainedGeodesic());
        all.put("ensemble", ensemble());
        all.put("tree-feature", treeFeature());
        all.put("crossed", crossed());
        return all;
    }

    /** The model called {@code name} among {@link #all}. */
    public Model named(String name) {
        return Objects.requireNonNull(all().get(name), name);
    }

    private KernelSumModel kernelSum() {
        MixedInputs support = new MixedInputs(dense(2, 3), List.of(new StringInputs(List.of("ab\u00e9", "bb"), "s")));
        KernelSum kernels = (KernelSum) Kernels.parse("gaussian:1.5@x1,x3 + spectrum:2@s + linear@x2");
        return new KernelSumModel(
                info(support.features(), 2, kernels.spec()),
                kernels,
                new Standardizer(
                        matrix(1, 3),
                        matrix(1, 3).map(x -> 0.5 + x * x),
                        matrix(1, 2),
                        matrix(1, 2).map(x -> 0.5 + x * x)),
                support,
                List.of(matrix(2, 2), matrix(2, 2), matrix(2, 2)),
                matrix(1, 2),
                List.of(
                        new NodeModel.KernelWeight("gaussian:1.5@x1,x3", "shared", random.nextDouble()),
                        new NodeModel.KernelWeight("spectrum:2@s", "own", 0)),
                structure(2, true));
    }

    private KernelSumModel withStructures(KernelSumModel model) {
        return new KernelSumModel(
                model.info(),
                model.kernels(),
                model.scaling(),
                model.support(),
                model.coefficients(),
                model.intercept(),
                model.weights(),
                model.structure(),
                List.of(
                        structure(2, true).orElseThrow(),
                        new TaskSpectrum(Matrix.of(new double[] {0.6}, new double[] {0.8}), new double[] {2}, 0.5),
                        structure(2, true).orElseThrow()));
    }

    /** Two outputs on a circle, by the angles of three training rows. */
    private ConstrainedModel constrainedGeodesic() {
        LinearModel base = linear(2, 3, false);
        ModelInfo info = info(base.info().features(), 2, "linear");
        ConstraintSet circle = ConstraintSets.sphere(2, 2);
        Matrix points = Matrix.zeros(3, 2);
        for (int j = 0; j < 3; j++) {
            double[] member = circle.project(matrix(1, 2).row(0)).point();
            points.set(j, 0, member[0]);
            points.set(j, 1, member[1]);
        }
        return new ConstrainedModel(
                info, base, new GeodesicDecoder(circle, points, matrix(1, 1).map(x -> 0.5 + x * x)));
    }

    /** Two features, three tasks; a split by number, one by task, and one by the task's mean. */
    private TreeModel trees() {
        TreeEnsemble trees = new TreeEnsemble(
                4,
                random.nextGaussian(),
                List.of(0, 5),
                List.of(
                        new Node.Below(1, random.nextGaussian(), 1, 2),
                        new Node.Leaf(random.nextGaussian()),
                        new Node.Among(2, Set.of(0, 2), 3, 4),
                        new Node.Leaf(random.nextGaussian()),
                        new Node.Leaf(random.nextGaussian()),
                        new Node.Below(3, random.nextGaussian(), 6, 7),
                        new Node.Leaf(random.nextGaussian()),
                        new Node.Leaf(random.nextGaussian())));
        return new TreeModel(
                info(List.of("x1", "x2"), 3, "linear"),
                trees,
                matrix(1, 3),
                matrix(1, 3),
                matrix(1, 3).map(x -> 0.5 + x * x));
    }

    /** A linear and a kernel model, weighed differently in two tasks. */
    private EnsembleModel ensemble() {
        LinearModel linear = linear(2, 2, true);
        KernelModel kernel = kernel(new Gaussian(1.5), dense(3, 2), false);
        ModelInfo info = linear.info();
        Matrix weights = Matrix.of(new double[] {0.25, 1}, new double[] {0.75, 0});
        return new EnsembleModel(
                info,
                List.of(linear, kernel.withInfo(kernel.info().with(info.schema()))),
                weights,
                Matrix.of(new double[] {0.5, 0.5}));
    }

    /** Two features, three tasks; levels of two columns beside them, of which one has a slope. */
    private LinearModel.Crossed crossed() {
        LinearModel tasks = linear(2, 3, true);
        List<String> features = new ArrayList<>(tasks.info().features());
        features.add("shop");
        features.add("kind");
        ModelInfo info = tasks.info().with(tasks.info().schema().withFeatures(features));
        return new LinearModel.Crossed(
                info,
                tasks,
                List.of(
                        new Grouping(
                                "shop", List.of("b", "a\u00e9"), List.of(0, 2), matrix(2, 2), Matrix.identity(2), 1.5),
                        new Grouping("kind", List.of("b"), List.of(0), matrix(1, 1), Matrix.zeros(1, 1), 0)));
    }

    private TreeModel.AsFeature treeFeature() {
        TreeModel trees = trees();
        LinearModel base = linear(3, 3, true);
        Schema with = base.info()
                .schema()
                .withFeatures(TreeModel.AsFeature.features(trees.info().features()));
        return new TreeModel.AsFeature(
                trees.info(), trees, base.withInfo(base.info().with(with)));
    }

    /** Three classes coded by two numbers. */
    private CodedModel coded() {
        LinearModel base = linear(2, 2, true);
        ModelInfo info = info(base.info().features(), 3, "linear");
        Codes codes = Codes.of(new NamedMatrix("code", base.info().tasks(), info.tasks(), matrix(2, 3)));
        return new CodedModel(info, base, codes);
    }

    private FourierModel fourier() {
        return new FourierModel(
                info(Names.numbered("x", 3), 2, "gaussian:2.0"),
                new Standardizer(
                        matrix(1, 3),
                        matrix(1, 3).map(x -> 0.5 + x * x),
                        matrix(1, 2),
                        matrix(1, 2).map(x -> 0.5 + x * x)),
                matrix(3, 4),
                matrix(8, 2),
                matrix(1, 2),
                structure(2, true));
    }

    public NodeModel nodes() {
        SparseRows members = new SparseRows(2, new int[] {0, 2, 3}, new int[] {0, 1, 1}, new double[] {1, 1, 0.5});
        SparseRows weights = sparse(2, 3).values();
        FeatureMap map = ColumnViews.of(3, List.of("a;b=c", "d"), List.of(List.of(0, 2), List.of(1)));
        return new NodeModel(
                info(Names.numbered("x", 3), 2, "linear"),
                map,
                new Standardizer(
                        matrix(1, 3),
                        matrix(1, 3).map(x -> 0.5 + x * x),
                        matrix(1, 2),
                        matrix(1, 2).map(x -> 0.5 + x * x)),
                members,
                weights,
                List.of(
                        new NodeModel.KernelWeight("a;b=c", "shared", random.nextDouble()),
                        new NodeModel.KernelWeight("d", "own", 0)),
                List.of(0, 1),
                matrix(1, 2));
    }

    public LinearModel linear(int features, int tasks, boolean structure) {
        ModelInfo info = info(Names.numbered("x", features), tasks, "linear");
        Standardizer scaling = new Standardizer(
                matrix(1, features),
                matrix(1, features).map(x -> 0.5 + x * x),
                matrix(1, tasks),
                matrix(1, tasks).map(x -> 0.5 + x * x));
        return new LinearModel(
                info,
                matrix(features, tasks),
                matrix(1, tasks),
                structure(tasks, structure),
                structure ? Optional.of(scaling) : Optional.empty());
    }

    public KernelModel kernel(Kernel kernel, Inputs support, boolean structure) {
        int tasks = 2;
        int d = support instanceof StringInputs ? 0 : support.features().size();
        Standardizer scaling = kernel.scalable()
                ? new Standardizer(
                        support instanceof DenseInputs ? matrix(1, d) : Matrix.zeros(1, d),
                        matrix(1, d).map(x -> 0.5 + x * x),
                        matrix(1, tasks),
                        matrix(1, tasks).map(x -> 0.5 + x * x))
                : Standardizer.none(d, tasks);
        return new KernelModel(
                info(support.features(), tasks, kernel.spec()),
                kernel,
                scaling,
                support,
                matrix(support.rows(), tasks),
                matrix(1, tasks),
                structure(tasks, structure));
    }

    /** A linear model on a curve given by its equation. */
    private ConstrainedModel constrainedPredictions() {
        LinearModel base = linear(2, 2, true);
        ConstraintSet set = ConstraintSets.parse("y1^2 + y2^2 = 4", base.info().tasks());
        Matrix weights = matrix(1, 2).map(x -> 0.5 + x * x);
        return new ConstrainedModel(
                base.info(), base, new PredictionDecoder(set, weights, Relaxation.robust(random.nextDouble())));
    }

    /** One task whose confidence and sum a kernel model gives, on a cloud of points. */
    private ConstrainedModel constrainedMoments() {
        KernelModel base = kernel(new Gaussian(1), dense(3, 2), false);
        MomentDecoder decoder = new MomentDecoder(
                ConstraintSets.cloud(matrix(5, 1)),
                matrix(1, 1).map(x -> 0.5 + x * x),
                Relaxation.perturbed(random.nextDouble()));
        return new ConstrainedModel(info(base.info().features(), 1, "gaussian:1.0"), base, decoder);
    }

    /** One comparison with a score for either outcome. */
    private ConstrainedModel constrainedLoss() {
        LinearModel base = linear(2, 2, false);
        ModelInfo info = info(base.info().features(), 1, "linear");
        LossDecoder decoder = new LossDecoder(
                ConstraintSets.ranking(1),
                Losses.parse(info.loss()),
                Matrix.of(new double[] {0, 0}, new double[] {-1, 1}),
                matrix(1, 1).map(x -> 0.5 + x * x));
        return new ConstrainedModel(info, base, decoder);
    }

    public DenseInputs dense(int rows, int features) {
        return new DenseInputs(matrix(rows, features), Names.numbered("x", features));
    }

    public SparseInputs sparse(int rows, int features) {
        int[] starts = IntStream.rangeClosed(0, rows).map(i -> 2 * i).toArray();
        int[] indices = new int[2 * rows];
        for (int i = 0; i < rows; i++) {
            indices[2 * i] = random.nextInt(features - 1);
            indices[2 * i + 1] = indices[2 * i] + 1;
        }
        SparseRows values =
                new SparseRows(features, starts, indices, matrix(1, 2 * rows).data());
        return new SparseInputs(values, Names.numbered("x", features));
    }

    public Matrix matrix(int rows, int cols) {
        return Matrix.zeros(rows, cols).map(x -> random.nextGaussian());
    }

    private Optional<TaskMatrix> structure(int tasks, boolean present) {
        if (!present) {
            return Optional.empty();
        }
        Matrix root = matrix(tasks, tasks);
        return Optional.of(TaskMatrix.of(
                LinearAlgebra.best().multiplyTransposeB(root, root).symmetrized()));
    }

    /** Names with quotes, line ends and every plane of Unicode; numbers with all their digits; NaN where allowed. */
    public ModelInfo info(List<String> features, int tasks, String kernel) {
        List<String> names = IntStream.range(0, tasks)
                .mapToObj(t -> "task \"" + t + "\"\n\\ \u00fc \u4e2d \ud83d\ude00")
                .toList();
        return new ModelInfo(
                new Asked(
                        "mean",
                        random.nextBoolean() ? "squared" : "logistic",
                        kernel,
                        random.nextDouble(),
                        Map.of("gamma", "1.0", "a", "b")),
                new Schema(names, features, random.nextBoolean() ? List.of() : List.of("no", "yes")),
                Outcome.of(
                        random.nextBoolean() ? Double.NaN : -random.nextDouble() * 1e-300,
                        random.nextBoolean() ? Double.NaN : -0.0,
                        random.nextInt(1000),
                        random.nextBoolean() ? FitReport.Status.CONVERGED : FitReport.Status.MAX_ITERATIONS),
                new Origin(
                        random.nextLong() >>> 1,
                        new Source("data.csv", random.nextLong() >>> 1, 7, "ab".repeat(32)),
                        random.nextLong(),
                        random.nextInt(64),
                        "java",
                        "0.1.0"));
    }
}
