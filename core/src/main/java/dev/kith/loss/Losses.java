package dev.kith.loss;

import java.util.List;
import java.util.Optional;

/** Losses by the name users write. */
public final class Losses {
    private static final List<Loss> ALL = List.of(new Squared(), new Absolute(), new Hinge(), new Logistic());

    private Losses() {}

    /** The names there are. */
    public static List<String> names() {
        return ALL.stream().map(Loss::name).toList();
    }

    /** The loss called {@code name}, if there is one. */
    public static Optional<Loss> find(String name) {
        return ALL.stream().filter(loss -> loss.name().equals(name)).findFirst();
    }

    /** The loss called {@code name}. */
    public static Loss parse(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "loss must be one of " + String.join(", ", names()) + ", got '" + name + "'"));
    }
}
