package dev.kith.provider;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parts of one kind that are not Kith's own, found as services when the first one is asked for. A name belongs to one
 * provider: two that give the same, or one that gives a name Kith has, are an error that says which.
 *
 * @param <P> the interface that providers implement, a service that the module uses
 */
public final class Providers<P> {
    private final String kind;
    private final Class<P> service;
    private final Function<P, String> nameOf;
    private final List<String> taken;
    private @Nullable Map<String, P> found;

    /**
     * Providers that have yet to be looked for.
     *
     * @param kind what they make, for messages: {@code loss}
     * @param taken names of Kith's own
     */
    public Providers(String kind, Class<P> service, Function<P, String> nameOf, Collection<String> taken) {
        this.kind = kind;
        this.service = service;
        this.nameOf = nameOf;
        this.taken = List.copyOf(taken);
    }

    /** The provider for a text: the one whose name stands before the first colon. */
    public Optional<P> find(String text) {
        int colon = text.indexOf(':');
        return Optional.ofNullable(all().get(colon < 0 ? text : text.substring(0, colon)));
    }

    /** All of them by name, in the order of names. */
    public synchronized Map<String, P> all() {
        if (found == null) {
            found = load(ServiceLoader.load(service));
        }
        return found;
    }

    /** @throws IllegalStateException if a name is not one provider's alone */
    Map<String, P> load(Iterable<P> services) {
        Map<String, P> byName = new TreeMap<>();
        for (P provider : services) {
            String name = nameOf.apply(provider);
            String who = provider.getClass().getName();
            if (name.isBlank() || name.contains(":") || !name.strip().equals(name)) {
                throw new IllegalStateException(
                        kind + " provider " + who + ": a name must be a word without colons, got '" + name + "'");
            }
            if (taken.contains(name)) {
                throw new IllegalStateException(kind + " '" + name + "' is Kith's own, and " + who + " gives it again");
            }
            P other = byName.put(name, provider);
            if (other != null) {
                throw new IllegalStateException(kind + " '" + name + "' is given by both "
                        + other.getClass().getName() + " and " + who);
            }
        }
        return java.util.Collections.unmodifiableMap(byName);
    }
}
