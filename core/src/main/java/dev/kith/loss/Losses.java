package dev.kith.loss;

import dev.kith.provider.Providers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** Losses: Kith's own, each by a method here, and all of them, with those of {@link LossProvider}s, by the name users write. */
public final class Losses {
    /** What {@link #parse} understands without providers, for messages and help. */
    public static final String SYNTAX =
            "squared | absolute | huber[:delta] | eps-insensitive[:eps] | quantile:level | poisson | hinge | squared-hinge | logistic"
                    + " | softmax | multiclass-hinge";

    /** What follows the colon makes the loss; empty where there is no colon. */
    private static final Map<String, Function<OptionalDouble, Loss>> NUMBERED = numbered();

    private static final List<Loss> PLAIN = List.of(
            new Squared(),
            new Absolute(),
            new Poisson(),
            new Hinge(),
            new SquaredHinge(),
            new Logistic(),
            softmax(),
            multiclassHinge());
    private static final Providers<LossProvider> OTHERS =
            new Providers<>("loss", LossProvider.class, LossProvider::name, own());

    private Losses() {}

    private static Map<String, Function<OptionalDouble, Loss>> numbered() {
        Map<String, Function<OptionalDouble, Loss>> all = new LinkedHashMap<>();
        all.put(Huber.NAME, delta -> new Huber(delta.orElse(Huber.USUAL)));
        all.put(Insensitive.NAME, eps -> new Insensitive(eps.orElse(Insensitive.USUAL)));
        all.put(
                Quantile.NAME,
                level -> new Quantile(level.orElseThrow(() -> new IllegalArgumentException(
                        "loss 'quantile' must say which: quantile:0.5 is the median, quantile:0.9 exceeds nine labels"
                                + " in ten"))));
        return all;
    }

    private static List<String> own() {
        return Stream.concat(PLAIN.stream().map(Loss::name), NUMBERED.keySet().stream())
                .toList();
    }

    /** (y - z)^2: numbers whose mean is wanted. */
    public static Loss squared() {
        return new Squared();
    }

    /** |y - z|: numbers whose median is wanted, or with outliers. */
    public static Loss absolute() {
        return new Absolute();
    }

    /** (y - z)^2 for misses up to {@code delta}, then a straight line: numbers with a few outliers. */
    public static Loss huber(double delta) {
        return new Huber(delta);
    }

    /** max(0, |y - z| - eps): numbers whose small misses do not matter. */
    public static Loss insensitive(double eps) {
        return new Insensitive(eps);
    }

    /** Least where a share {@code level} of labels is below the prediction: what seldom is exceeded, or undercut. */
    public static Loss quantile(double level) {
        return new Quantile(level);
    }

    /** exp(z) - y z + y log y - y: counts, predicted by their mean exp(z). */
    public static Loss poisson() {
        return new Poisson();
    }

    /** max(0, 1 - y z): two classes, y = -1 or 1. */
    public static Loss hinge() {
        return new Hinge();
    }

    /** max(0, 1 - y z)^2: two classes, y = -1 or 1; faster to learn than the hinge, and far misses cost more. */
    public static Loss squaredHinge() {
        return new SquaredHinge();
    }

    /** log(1 + exp(-y z)): two classes, y = -1 or 1, with probabilities. */
    public static Loss logistic() {
        return new Logistic();
    }

    /**
     * log(sum_k exp(z_k)) - z_own: several classes judged together, with probabilities. Needs data where every class is a task
     * and every row says its one class ({@code --classes}).
     */
    public static Loss softmax() {
        return new Together("softmax", new Softmax(), new Logistic());
    }

    /** max(0, 1 - (z_own - the best of the others)): several classes judged together; for data as {@link #softmax} asks. */
    public static Loss multiclassHinge() {
        return new Together("multiclass-hinge", new BestOther(), new Hinge());
    }

    /**
     * Refuses losses that judge a row's classes together.
     *
     * @param who what cannot learn with them
     */
    public static void requireSeparate(Loss loss, String who) {
        if (loss.joint().isPresent()) {
            throw new IllegalArgumentException("loss '" + loss.name() + "' judges all classes of a row together, which "
                    + who + " cannot: use logistic or hinge, one class against the rest");
        }
    }

    /** The names there are, without parameters. */
    public static List<String> names() {
        return Stream.concat(own().stream(), OTHERS.all().keySet().stream()).toList();
    }

    /**
     * The loss called {@code name}, if there is one.
     *
     * @throws IllegalArgumentException if there is, but not with what follows a colon
     */
    public static Optional<Loss> find(String name) {
        int colon = name.indexOf(':');
        Function<OptionalDouble, Loss> make = NUMBERED.get(colon < 0 ? name : name.substring(0, colon));
        if (make != null) {
            return Optional.of(make.apply(
                    colon < 0 ? OptionalDouble.empty() : OptionalDouble.of(number(name, name.substring(colon + 1)))));
        }
        return PLAIN.stream()
                .filter(loss -> loss.name().equals(name))
                .findFirst()
                .or(() -> OTHERS.find(name).map(provider -> provider.make(name)));
    }

    private static double number(String name, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "loss '" + name + "': what follows the colon must be a number, got '" + text + "'", e);
        }
    }

    /** The loss called {@code name}. */
    public static Loss parse(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "loss must be one of " + String.join(", ", names()) + ", got '" + name + "'"));
    }
}
