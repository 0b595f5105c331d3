package dev.kith.model;

import java.util.Optional;

/**
 * What is known, beside a model, about how far its predictions can be trusted. Every part is optional.
 *
 * @param errors errors on labels that were held out
 */
public record Uncertainty(Optional<HeldOutErrors> errors) {
    /** Nothing is known. */
    public static Uncertainty none() {
        return new Uncertainty(Optional.empty());
    }

    /** Refuses what does not belong to a model of so many tasks and features. */
    void requireSuits(ModelInfo info) {
        errors.ifPresent(e ->
                Shapes.require("scale of errors", e.scale(), 1, info.tasks().size()));
    }
}
