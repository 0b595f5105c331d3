package dev.kith.cli.option;

import dev.kith.trust.Predictor;
import dev.kith.trust.Predictor.ProbabilitySource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the probabilities of a two-class model come from. */
public final class ProbabilityOptions {
    @Option(
            names = "--probabilities",
            paramLabel = "platt|isotonic|loss",
            description = "How decisions become probabilities: by a sigmoid or by any rising curve, both learned from"
                    + " held-out labels by fit --calibrate, or as the loss has it (logistic only). Default: platt where"
                    + " the model was calibrated, else loss where it can.")
    private @Nullable ProbabilitySource source;

    /** The predictor with the probabilities asked for; without a wish those the model has. */
    public Predictor on(Predictor predictor) {
        return source == null ? predictor : predictor.probabilities(source);
    }
}
