package dev.kith.checks;

import dev.kith.convex.TransferTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that lean on others keep all laws, with a loss of numbers and one of classes; a task alone is a ridge regression. */
@ParameterizedClass
@ValueSource(strings = {"squared", "logistic"})
class TransferTrainerTest implements TrainerChecks {
    private static final double LAMBDA = 0.05;

    private final String loss;

    TransferTrainerTest(String loss) {
        this.loss = loss;
    }

    @Override
    public boolean classification() {
        return loss.equals("logistic");
    }

    @Override
    public Trainer<? extends Model> trainer(List<String> tasks, int threads) {
        return new TransferTrainer(
                Losses.parse(loss),
                1,
                TransferTrainer.EPS,
                LAMBDA,
                Training.defaults().withStopping(1e-9, 10_000).withThreads(threads));
    }

    @Override
    public double largestGap() {
        return Double.POSITIVE_INFINITY;
    }

    /** Weights at a violation of 1e-9, where the problem may be flat. */
    @Override
    public double tolerance() {
        return 1e-6;
    }

    @Override
    public Map<String, String> exceptions() {
        return Map.of(
                "twinTasksGetTheSamePredictor",
                "of two helpers that are the same one is taken, which then counts more");
    }

    @Override
    public Matrix oneTask(Dataset data, Inputs at) {
        double lambda = LAMBDA * (1 + TransferTrainer.EPS);
        return classification()
                ? new Margin(true, lambda).predict(data, at)
                : new Ridge(KnownCase::dot, lambda).predict(data, at);
    }
}
