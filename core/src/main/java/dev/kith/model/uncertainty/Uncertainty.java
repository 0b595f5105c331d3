package dev.kith.model.uncertainty;

import dev.kith.data.shape.Shapes;
import dev.kith.model.Model;
import java.util.Optional;

/**
 * What is known, beside a model, about how far its predictions can be trusted. Every part is optional.
 *
 * @param errors of predicted numbers, on labels that were held out
 * @param posterior the same errors by the Gaussian-process reading of the fit
 * @param probabilities behind decisions between two classes
 */
public record Uncertainty(
        Optional<HeldOutErrors> errors, Optional<Posterior> posterior, Optional<Probabilities> probabilities) {
    /** Nothing is known. */
    public static Uncertainty none() {
        return new Uncertainty(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Refuses what does not belong to the model. */
    public void requireSuits(Model model) {
        int tasks = model.info().tasks().size();
        posterior.ifPresent(p -> p.requireSuits(model));
        errors.ifPresent(e -> Shapes.require("scale of errors", e.scale(), 1, tasks));
        if (probabilities.isPresent() && probabilities.get().platt().size() != tasks) {
            throw new IllegalArgumentException("probabilities must be of " + tasks + " tasks, got "
                    + probabilities.get().platt().size());
        }
    }
}
