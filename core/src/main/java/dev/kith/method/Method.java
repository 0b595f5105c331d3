package dev.kith.method;

import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.transform.Transforming;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.transform.TransformedTrainer;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A way to learn that users can name: what a front end needs to offer its trainer.
 *
 * @param meaning what it does, in a few words that follow its name
 * @param parameters its own ones, in the order they are shown; any other is refused
 * @param usual how it is trained when nothing else is asked for
 */
public record Method(
        String name,
        String meaning,
        List<Parameter> parameters,
        Set<Capability> capabilities,
        Training usual,
        Recipe recipe) {
    /** Makes the trainer. */
    @FunctionalInterface
    public interface Recipe {
        /** The trainer of this setup; lambda has no meaning to a method without {@link Capability#LAMBDA}. */
        Trainer<? extends Model> trainer(Setup setup, double lambda);
    }

    public Method {
        parameters = List.copyOf(parameters);
        capabilities = Collections.unmodifiableSet(EnumSet.copyOf(capabilities));
    }

    /** What to call it before people who do not know its name, in a few words: how tasks share. */
    public String plainName() {
        return PlainNames.of(name);
    }

    /** Its name with what people call it: {@code mtfl (few shared directions)}. */
    public String label() {
        return name + " (" + plainName() + ")";
    }

    public boolean can(Capability capability) {
        return capabilities.contains(capability);
    }

    /**
     * The trainer for these settings.
     *
     * @throws IllegalArgumentException if something in the setup makes no sense to the method
     */
    public Trainer<? extends Model> trainer(Setup asked, double lambda) {
        Setup setup = KernelWidth.applied(this, asked);
        Trainer<? extends Model> trainer = setup.featuresFrom().before(this, setup, recipe.trainer(setup, lambda));
        return setup.transforming().wanted() ? transformed(setup, trainer) : trainer;
    }

    private <M extends Model> Trainer<M> transformed(Setup setup, Trainer<M> trainer) {
        Transforming asked = setup.transforming();
        if (!can(Capability.TRANSFORMS)) {
            throw new SettingException(
                    "transform",
                    "is not used by method '" + name + "', whose outputs are bound to each other in their own units");
        }
        if (setup.losses().any(loss -> loss.classification() || !loss.scalable())) {
            throw new SettingException(
                    "transform",
                    "is for losses of numbers in any units (squared, absolute, huber, eps-insensitive, quantile), got "
                            + setup.losses().name());
        }
        boolean ownUnits = setup.training().targetScale() == TargetScale.TASK;
        return asked.to()
                .<Trainer<M>>map(to -> new TransformedTrainer<>(trainer, to, asked.means(), ownUnits))
                .orElse(trainer);
    }

    public boolean has(String parameter) {
        return parameters.stream().anyMatch(p -> p.name().equals(parameter));
    }

    /** The parameter of this name. */
    public Parameter parameter(String named) {
        return parameters.stream()
                .filter(p -> p.name().equals(named))
                .findFirst()
                .orElseThrow(() -> unused(named));
    }

    /** Whether its defaults divide no fewer tasks than these into groups. */
    public boolean usualFor(int tasks) {
        return parameters.stream()
                .filter(parameter -> parameter.kind() == Parameter.Kind.TASK_COUNT)
                .noneMatch(parameter -> parameter.start(tasks) > tasks);
    }

    /** Every parameter at its default. */
    public Settings settings() {
        return settings(Map.of());
    }

    /** The values given, over the defaults; all must be the method's, and none that has to be given may be missing. */
    public Settings settings(Map<String, String> given) {
        return settings(given, false);
    }

    /**
     * As {@link #settings}, but numbers that can be searched for and are not given are left for a search to choose, unless
     * they may be left out.
     */
    public Settings open(Map<String, String> given) {
        return settings(given, true);
    }

    /** Whether a fit with the values given has anything to search for: lambda, or what is given as auto. */
    public boolean searches(Map<String, String> given, boolean lambdaGiven) {
        return (can(Capability.LAMBDA) && !lambdaGiven)
                || parameters.stream().anyMatch(p -> p.searchable() && Parameter.AUTO.equals(given.get(p.name())));
    }

    private Settings settings(Map<String, String> given, boolean open) {
        given.keySet().forEach(this::parameter);
        Map<String, String> values = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            boolean searched = open
                    && parameter.searchable()
                    && !parameter.onRequest()
                    && !parameter.fallback().equals(Parameter.NONE);
            String otherwise = searched ? Parameter.AUTO : parameter.fallback();
            String value = given.getOrDefault(parameter.name(), otherwise);
            if (value.isEmpty()) {
                throw new SettingException(
                        parameter.name(),
                        parameter.label() + " is needed by method '" + name + "'. " + parameter.help());
            }
            values.put(parameter.name(), value);
        }
        return new Settings(this, values);
    }

    private SettingException unused(String parameter) {
        String users = Methods.using(parameter).stream().map(Method::name).collect(Collectors.joining(", "));
        return new SettingException(
                parameter,
                "is not used by method '" + name + "'"
                        + (users.isEmpty() ? " nor by any other" : "; it is used by " + users));
    }

    /** Methods are told apart by their names. */
    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Method method && name.equals(method.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
