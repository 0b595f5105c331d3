package dev.kith.checks;

import dev.kith.boost.BoostedTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.trees.Boosting;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Boosted trees keep the laws that do not speak of an optimum; with one task they are trees on its features. */
@ParameterizedClass
@CsvSource({"2,1", "3,20", "4,60"})
class BoostedTrainerTest implements TrainerChecks {
    private static final double RATE = 0.1;
    private static final int SMALLEST = 3;

    private final int leaves;
    private final int trees;

    BoostedTrainerTest(int leaves, int trees) {
        this.leaves = leaves;
        this.trees = trees;
    }

    @Override
    public Trainer<? extends Model> trainer(List<String> tasks, int threads) {
        return new BoostedTrainer(
                OptionalInt.of(leaves),
                OptionalInt.of(trees),
                Training.defaults().withThreads(threads));
    }

    @Override
    public double largestGap() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public Map<String, String> exceptions() {
        String ties = "of equal splits either may be taken, by rounding, and then the trees that follow differ";
        Map<String, String> all = new TreeMap<>(Map.of(
                "orderOfRowsIsIrrelevant",
                "rows are dealt to folds in a mixed order of theirs, so that a task's mean is not made of a row's own label",
                "weightsCountAsCopies",
                "copies are rows of leaves and folds of their own"));
        if (trees > 1) {
            all.put("unitsOfFeaturesAreIrrelevant", ties);
            all.put("orderOfTasksIsIrrelevant", ties);
            all.put("predictionsCarryTheUnitsOfLabels", ties);
        }
        return all;
    }

    @Override
    public Matrix oneTask(Dataset data, Inputs at) {
        Standardizer scaling = Standardizer.fit(data, TargetScale.ALL, true);
        double mean = scaling.labelMean().get(0, 0);
        double scale = scaling.labelScale().get(0, 0);
        Matrix x = Matrix.zeros(data.size(), data.inputs().features().size());
        double[] labels = new double[data.size()];
        double[] weights = new double[data.size()];
        for (int o = 0; o < labels.length; o++) {
            for (int j = 0; j < x.cols(); j++) {
                x.set(o, j, CheckData.values(data.inputs()).get(data.row(o), j));
            }
            labels[o] = (data.label(o) - mean) / scale;
            weights[o] = data.weight(o);
        }
        TreeEnsemble grown = new Boosting(leaves, RATE, SMALLEST, false)
                .grow(new Boosting.Rows(x, labels, weights), new boolean[x.cols()], trees);
        Matrix z = Matrix.zeros(at.rows(), 1);
        for (int i = 0; i < z.rows(); i++) {
            z.set(i, 0, mean + scale * grown.value(CheckData.values(at).row(i)));
        }
        return z;
    }
}
