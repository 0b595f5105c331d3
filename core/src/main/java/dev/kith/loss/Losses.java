package dev.kith.loss;

import java.util.List;
import java.util.stream.Collectors;

/** Losses by the name users write. */
public final class Losses {
    private static final List<Loss> ALL = List.of(new Squared(), new Absolute(), new Hinge(), new Logistic());

    private Losses() {}

    /** The loss called {@code name}. */
    public static Loss parse(String name) {
        return ALL.stream()
                .filter(loss -> loss.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("loss must be one of "
                        + ALL.stream().map(Loss::name).collect(Collectors.joining(", ")) + ", got '" + name + "'"));
    }
}
