package dev.kith.loss;

import dev.kith.provider.Providers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Losses: Kith's own, each by a method here, and all of them, with those of {@link LossProvider}s, by the name users write. */
public final class Losses {
    private static final List<Loss> OWN = List.of(new Squared(), new Absolute(), new Hinge(), new Logistic());
    private static final Providers<LossProvider> OTHERS = new Providers<>(
            "loss",
            LossProvider.class,
            LossProvider::name,
            OWN.stream().map(Loss::name).toList());

    private Losses() {}

    /** (y - z)^2: numbers whose mean is wanted. */
    public static Loss squared() {
        return new Squared();
    }

    /** |y - z|: numbers whose median is wanted, or with outliers. */
    public static Loss absolute() {
        return new Absolute();
    }

    /** max(0, 1 - y z): two classes, y = -1 or 1. */
    public static Loss hinge() {
        return new Hinge();
    }

    /** log(1 + exp(-y z)): two classes, y = -1 or 1, with probabilities. */
    public static Loss logistic() {
        return new Logistic();
    }

    /** The names there are. */
    public static List<String> names() {
        return Stream.concat(OWN.stream().map(Loss::name), OTHERS.all().keySet().stream())
                .toList();
    }

    /**
     * The loss called {@code name}, if there is one.
     *
     * @throws IllegalArgumentException if there is, but not with what follows a colon
     */
    public static Optional<Loss> find(String name) {
        return OWN.stream()
                .filter(loss -> loss.name().equals(name))
                .findFirst()
                .or(() -> OTHERS.find(name).map(provider -> provider.make(name)));
    }

    /** The loss called {@code name}. */
    public static Loss parse(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "loss must be one of " + String.join(", ", names()) + ", got '" + name + "'"));
    }
}
