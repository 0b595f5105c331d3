package dev.kith.export.onnx;

import dev.kith.data.DenseInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.trees.TreeEnsemble.Node;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.CodedModel;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.EnsembleModel;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.model.TreeModel;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** What single precision costs: predictions of a model beside those of its graph in singles, on random features about those of the training rows. */
public final class SingleLoss {
    private static final int ROWS = 256;
    private static final int FEWEST = 8;
    private static final int MOST_PREDICTIONS = 20_000;

    private SingleLoss() {}

    /** How many rows are asked. */
    public static int rows(Model model) {
        return Math.max(
                FEWEST, Math.min(ROWS, MOST_PREDICTIONS / model.info().tasks().size()));
    }

    /** The largest difference, as a share of the largest prediction in size of the same task. */
    public static double of(Model model) {
        Matrix x = features(model, rows(model));
        DenseInputs rows = new DenseInputs(x, model.info().features());
        Matrix exact = model.predict(sparse(model) ? sparse(rows) : rows);
        SingleRun run = new SingleRun();
        run.give("x", new Tensor(new int[] {x.rows(), x.cols()}, x.data()));
        Maths maths = new Maths(new Graph(true, Optional.of(run)));
        Value made = new ModelGraph(maths).of(model).all(new Value("x"));
        Tensor singles = run.get(made.name());
        double worst = 0;
        for (int t = 0; t < exact.cols(); t++) {
            double size = 0;
            double away = 0;
            for (int i = 0; i < exact.rows(); i++) {
                size = Math.max(size, Math.abs(exact.get(i, t)));
                away = Math.max(away, Math.abs(exact.get(i, t) - singles.at(i * exact.cols() + t)));
            }
            worst = Math.max(worst, size > 0 ? away / size : away);
        }
        return worst;
    }

    /** Whether it compares rows with sparse ones. */
    private static boolean sparse(Model model) {
        if (model instanceof EnsembleModel together) {
            return together.parts().stream().anyMatch(SingleLoss::sparse);
        }
        return model instanceof KernelModel kernel && kernel.support() instanceof SparseInputs;
    }

    private static SparseInputs sparse(DenseInputs dense) {
        int d = dense.features().size();
        int[] starts = IntStream.rangeClosed(0, dense.rows()).map(i -> i * d).toArray();
        int[] indices = IntStream.range(0, dense.rows() * d).map(k -> k % d).toArray();
        SparseRows rows =
                new SparseRows(d, starts, indices, dense.values().data().clone());
        return new SparseInputs(rows, dense.features());
    }

    private static Matrix features(Model model, int rows) {
        int d = model.info().features().size();
        double[] mean = new double[d];
        double[] spread = new double[d];
        java.util.Arrays.fill(spread, 1);
        scaling(model).ifPresent(units -> {
            for (int j = 0; j < d; j++) {
                mean[j] = units.featureMean().get(0, j);
                spread[j] = units.featureScale().get(0, j);
            }
        });
        if (model instanceof TreeModel trees) {
            thresholdsInto(mean, trees);
        }
        Random random = new Random(1);
        Matrix x = Matrix.zeros(rows, d);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < d; j++) {
                x.set(i, j, mean[j] + spread[j] * random.nextGaussian());
            }
        }
        return x;
    }

    /** The last threshold of each feature, which rows are then about. */
    private static void thresholdsInto(double[] mean, TreeModel model) {
        for (Node node : model.trees().nodes()) {
            if (node instanceof Node.Below below && below.feature() < mean.length) {
                mean[below.feature()] = below.threshold();
            }
        }
    }

    private static Optional<Standardizer> scaling(Model model) {
        if (model instanceof LinearModel linear) {
            return linear.scaling();
        }
        if (model instanceof KernelModel kernel) {
            return Optional.of(kernel.scaling());
        }
        if (model instanceof KernelSumModel sum) {
            return Optional.of(sum.scaling());
        }
        if (model instanceof FourierModel fourier) {
            return Optional.of(fourier.scaling());
        }
        if (model instanceof NodeModel nodes) {
            return Optional.of(nodes.scaling());
        }
        if (model instanceof ConstrainedModel constrained) {
            return scaling(constrained.base());
        }
        if (model instanceof CodedModel coded) {
            return scaling(coded.base());
        }
        return model instanceof EnsembleModel together
                ? together.parts().stream()
                        .flatMap(part -> scaling(part).stream())
                        .findFirst()
                : Optional.empty();
    }
}
