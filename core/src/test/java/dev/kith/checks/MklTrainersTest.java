package dev.kith.checks;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.mkl.KernelMklTrainer;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.TaskTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Multiple kernel learning and its baselines keep all laws, on explicit features and on kernel rows. */
@ParameterizedClass
@CsvSource({
    "squared,mkl",
    "squared,vanilla",
    "squared,tree",
    "squared,union",
    "squared,individual",
    "squared,gaussian",
    "hinge,mkl",
    "hinge,vanilla",
    "logistic,mkl",
    "logistic,tree"
})
class MklTrainersTest implements TrainerChecks {
    private static final double C = 0.5;

    private final Loss loss;
    private final String method;

    MklTrainersTest(String loss, String method) {
        this.loss =
                loss.equals("hinge") ? Losses.hinge() : loss.equals("logistic") ? Losses.logistic() : Losses.squared();
        this.method = method;
    }

    @Override
    public boolean classification() {
        return loss.classification();
    }

    @Override
    public Trainer<? extends Model> trainer(List<String> tasks, int threads) {
        Training training =
                MklTrainer.DEFAULT_TRAINING.withStopping(largestGap(), 100_000).withThreads(threads);
        return method.equals("gaussian")
                ? new KernelMklTrainer(
                        method,
                        loss,
                        new Gaussian(2),
                        TaskKernels.sharedAndOwn(),
                        2,
                        C,
                        training,
                        MklOptions.defaults())
                : new MklTrainer(method, loss, Views.all(), kernels(tasks), p(), C, training, MklOptions.defaults());
    }

    private double p() {
        return method.equals("mkl") || method.equals("tree") ? 2 : Double.POSITIVE_INFINITY;
    }

    private TaskKernels kernels(List<String> tasks) {
        return switch (method) {
            case "union" -> TaskKernels.union();
            case "individual" -> TaskKernels.own();
            case "tree" -> TaskKernels.tree(tree(tasks));
            default -> TaskKernels.sharedAndOwn();
        };
    }

    /** t1, t2 and twins of theirs below one node, all others below another. */
    private static TaskTree tree(List<String> tasks) {
        Map<String, String> parentOf = new LinkedHashMap<>();
        for (String task : tasks) {
            boolean first = task.startsWith("t1") || task.startsWith("t2");
            parentOf.put(task, first ? "first" : "second");
            parentOf.put(first ? "first" : "second", "root");
        }
        return TaskTree.ofParents(parentOf);
    }

    /** What the kernels of one task add up to: two of weight 1, two of weight 2^(-1/2), or one of weight 1. */
    private double kernelOfOneTask() {
        return switch (method) {
            case "vanilla" -> 2;
            case "mkl", "gaussian" -> Math.sqrt(2);
            default -> 1;
        };
    }

    /** C sum loss + ||f||^2 / 2 over a kernel a k / (average of k(x, x)) is ridge with lambda average / (2 C n a). */
    @Override
    public Matrix oneTask(Dataset data, Inputs x) {
        double lambda = 1 / (2 * C * data.size() * kernelOfOneTask());
        if (loss.classification()) {
            return new Margin(loss.equals(Losses.logistic()), CheckData.FEATURES * lambda).predict(data, x);
        }
        return method.equals("gaussian")
                ? new Ridge(KnownCase::bell, lambda).predict(data, x)
                : new Ridge(KnownCase::dot, CheckData.FEATURES * lambda).predict(data, x);
    }

    @Override
    public double largestGap() {
        return 1e-10;
    }

    /** The objective is flat at its minimum: the error of predictions is of the order of the gap's root. */
    @Override
    public double tolerance() {
        return 10 * Math.sqrt(largestGap());
    }

    @Override
    public Map<String, String> exceptions() {
        String dual = "ascent on the dual raises the lower bound; the objective may rise in between";
        String sparse = "views are scaled by k(x, x), and sparse inputs are not centred";
        return method.equals("gaussian")
                ? Map.of("theGapIsBelowToleranceAndTheObjectiveNeverRises", dual)
                : Map.of(
                        "theGapIsBelowToleranceAndTheObjectiveNeverRises",
                        dual,
                        "sparseInputsAreTheSameInputs",
                        sparse);
    }
}
