package dev.kith.loss;

import dev.kith.provider.Providers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Losses by the name users write: Kith's own, then those of {@link LossProvider}s. */
public final class Losses {
    private static final List<Loss> OWN = List.of(new Squared(), new Absolute(), new Hinge(), new Logistic());
    private static final Providers<LossProvider> OTHERS = new Providers<>(
            "loss",
            LossProvider.class,
            LossProvider::name,
            OWN.stream().map(Loss::name).toList());

    private Losses() {}

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
