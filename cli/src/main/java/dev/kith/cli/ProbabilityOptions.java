package dev.kith.cli;

import dev.kith.data.DataException;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.Probabilities;
import dev.kith.model.Probability;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the probabilities of a two-class model come from. */
final class ProbabilityOptions {
    /** What can be asked for. */
    enum Source {
        PLATT,
        ISOTONIC,
        LOSS
    }

    @Option(
            names = "--probabilities",
            paramLabel = "platt|isotonic|loss",
            description = "How decisions become probabilities: by a sigmoid or by any rising curve, both learned from"
                    + " held-out labels by fit --calibrate, or as the loss has it (logistic only). Default: platt where"
                    + " the model was calibrated, else loss where it can.")
    private @Nullable Source source;

    /** The probabilities asked for; without a wish those the model has. */
    Probability of(ModelFile.Content content) {
        Model model = content.model();
        Optional<Probabilities> curves = content.uncertainty().probabilities();
        if (source == null) {
            return curves.isPresent() ? curve(curves.get(), Source.PLATT) : model::probability;
        }
        if (model.info().classes().isEmpty()) {
            throw new DataException("--probabilities is for classes; this model predicts numbers");
        }
        if (source != Source.LOSS) {
            return curve(
                    curves.orElseThrow(
                            () -> new DataException("the model was not calibrated: fit it again with --calibrate")),
                    source);
        }
        if (IntStream.range(0, model.info().tasks().size())
                .noneMatch(t -> model.probability(t, 0).isPresent())) {
            throw new DataException(
                    "the " + model.info().loss() + " loss makes no probabilities: fit again with --calibrate");
        }
        return model::probability;
    }

    private static Probability curve(Probabilities curves, Source source) {
        return source == Source.PLATT
                ? (task, decision) -> OptionalDouble.of(curves.platt().get(task).at(decision))
                : (task, decision) ->
                        OptionalDouble.of(curves.isotonic().get(task).at(decision));
    }
}
