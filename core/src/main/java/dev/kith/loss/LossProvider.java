package dev.kith.loss;

/**
 * A loss that {@link Losses} finds by name, so that users can write it and models that were fitted with it can be read:
 * implement this beside the loss and name the class in {@code META-INF/services/dev.kith.loss.LossProvider}, or with
 * {@code provides} in a module.
 */
public interface LossProvider {
    /** What users write before any colon: {@code log-cosh}. */
    String name();

    /**
     * The loss that a text stands for, which begins with {@link #name()}; what follows a colon is the loss's own affair.
     * {@link Loss#name()} must give an equal loss again.
     *
     * @throws IllegalArgumentException if the text is none, saying why
     */
    Loss make(String text);
}
