package dev.kith.model.uncertainty;

import java.util.List;

/**
 * How decision values of a two-class model become probabilities of the second class, learned from decisions on labels that
 * were held out: one curve of each kind for every task.
 *
 * @param platt of sigmoid form
 * @param isotonic of any form that never decreases
 */
public record Probabilities(List<Sigmoid> platt, List<StepCurve> isotonic) {
    public Probabilities {
        platt = List.copyOf(platt);
        isotonic = List.copyOf(isotonic);
        if (platt.size() != isotonic.size()) {
            throw new IllegalArgumentException(
                    "curves of both kinds must be of the same tasks, got " + platt.size() + " and " + isotonic.size());
        }
    }
}
