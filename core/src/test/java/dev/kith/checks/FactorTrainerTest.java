package dev.kith.checks;

import dev.kith.convex.FactorTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.ties.WeightParts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks made of latent ones keep all laws, with a loss of numbers and one of classes. */
@ParameterizedClass
@ValueSource(strings = {"squared", "logistic"})
class FactorTrainerTest implements TrainerChecks {
    private static final double LAMBDA = 0.05;

    private final String loss;

    FactorTrainerTest(String loss) {
        this.loss = loss;
    }

    @Override
    public boolean classification() {
        return loss.equals("logistic");
    }

    @Override
    public Trainer<? extends Model> trainer(List<String> tasks, int threads) {
        return new FactorTrainer(
                Losses.parse(loss),
                2,
                1,
                4,
                LAMBDA,
                Training.defaults().withStopping(1e-9, 10_000).withThreads(threads));
    }

    @Override
    public double largestGap() {
        return Double.POSITIVE_INFINITY;
    }

    /** Factors at a violation of 1e-9, where the problem may be flat. */
    @Override
    public double tolerance() {
        return 1e-6;
    }

    /** With one task and codes s the best basis makes w a ridge regression with lambda / ||s||^2. */
    @Override
    public Matrix oneTask(Dataset data, Inputs at) {
        LinearModel model = (LinearModel) trainer(data).train(data).model();
        Matrix codes = ((WeightParts.Factors) model.parts().orElseThrow()).codes();
        double lambda = LAMBDA / codes.dot(codes);
        return classification()
                ? new Margin(true, lambda).predict(data, at)
                : new Ridge(KnownCase::dot, lambda).predict(data, at);
    }
}
