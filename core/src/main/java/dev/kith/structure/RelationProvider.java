package dev.kith.structure;

/**
 * Relations of one name, which {@link Relations} makes again from their description, so that new tasks can join models that
 * were fitted with them: implement this beside the relation and name the class in {@code
 * META-INF/services/dev.kith.structure.RelationProvider}, or with {@code provides} in a module.
 */
public interface RelationProvider {
    /** {@link Relation#name()} of all of them. */
    String name();

    /**
     * The relation that is described so: one with the same {@link Relation#parameters()}.
     *
     * @throws dev.kith.data.DataException if not enough is said of it
     * @throws IllegalArgumentException if a parameter is out of its range
     */
    Relation make(Description description);
}
