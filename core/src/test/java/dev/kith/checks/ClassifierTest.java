package dev.kith.checks;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The losses of two classes keep all laws, with known and learned structures. */
@ParameterizedClass
@CsvSource({
    "hinge,stl",
    "hinge,mean",
    "hinge,mtfl",
    "hinge,sparse",
    "logistic,stl",
    "logistic,mean",
    "logistic,mtfl",
    "logistic,sparse"
})
class ClassifierTest implements TrainerChecks {
    private static final double LAMBDA = 0.05;

    private final boolean logistic;
    private final String method;

    ClassifierTest(String loss, String method) {
        this.logistic = loss.equals("logistic");
        this.method = method;
    }

    @Override
    public boolean classification() {
        return true;
    }

    @Override
    public Trainer<Model> trainer(List<String> tasks, int threads) {
        return new ConvexTrainer(
                logistic ? Losses.logistic() : Losses.hinge(),
                new Linear(),
                relation(),
                LAMBDA,
                Training.defaults().withStopping(largestGap(), 100_000).withThreads(threads));
    }

    private Relation relation() {
        return switch (method) {
            case "stl" -> Relations.independent();
            case "mean" -> Relations.mean(2);
            case "mtfl" -> Relations.schatten(1);
            case "sparse" -> Relations.sparse(0.7);
            default -> throw new IllegalArgumentException("unknown method " + method);
        };
    }

    @Override
    public double largestGap() {
        return 1e-9;
    }

    /** The objective is flat at its minimum: the error of predictions is of the order of the gap's root. */
    @Override
    public double tolerance() {
        return 10 * Math.sqrt(largestGap());
    }

    @Override
    public Map<String, String> exceptions() {
        return logistic
                ? Map.of()
                : Map.of(
                        "theGapIsBelowToleranceAndTheObjectiveNeverRises",
                        "a splitting approaches the minimum from infeasible points: its objective may rise");
    }

    /** With one task A is a number, and the penalty lambda ||w||^2 / A. */
    @Override
    public Matrix oneTask(Dataset data, Inputs x) {
        double a = trainer(data).train(data).model().structure().orElseThrow().entry(0, 0);
        return new Margin(logistic, LAMBDA / a).predict(data, x);
    }
}
