package dev.kith.checks;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Every learned structure with the squared loss keeps all laws. */
@ParameterizedClass
@ValueSource(strings = {"mtfl", "okl", "schatten", "schatten-norm", "mtrl", "cluster", "sparse", "logdet"})
class LearnedStructureTest implements TrainerChecks {
    private static final double LAMBDA = 0.05;

    private final String method;

    LearnedStructureTest(String method) {
        this.method = method;
    }

    @Override
    public Trainer<Model> trainer(List<String> tasks, int threads) {
        return new ConvexTrainer(
                Losses.squared(),
                Kernels.parse("linear"),
                relation(tasks.size()),
                LAMBDA,
                Training.defaults().withStopping(largestGap(), 100_000).withThreads(threads));
    }

    private Relation relation(int tasks) {
        return switch (method) {
            case "mtfl" -> Relations.schatten(1);
            case "okl" -> Relations.schatten(2);
            case "schatten" -> Relations.schatten(1.5);
            case "schatten-norm" -> Relations.schattenNorm(2);
            case "mtrl" -> Relations.traceConstrained();
            case "cluster" -> Relations.clustered(Math.min(2, tasks), 1, 1, 3);
            case "sparse" -> Relations.sparse(0.5);
            case "logdet" -> Relations.logDet(1);
            default -> throw new IllegalArgumentException("unknown method " + method);
        };
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

    /** With one task A is a number, here the learned one, and lambda ||w||^2 / A is ridge regression with lambda / A. */
    @Override
    public Matrix oneTask(Dataset data, Inputs x) {
        double a = trainer(data).train(data).model().structure().orElseThrow().entry(0, 0);
        return new Ridge(KnownCase::dot, LAMBDA / a).predict(data, x);
    }
}
