package dev.kith.cli.reproduce;

/** A published experiment that can be run again. */
public interface Experiment {
    /** What users call it: lower case, no blanks. */
    String name();

    /** Where it was published: paper and figure or table. */
    String place();

    /** What it shows, in a few words. */
    String summary();

    /**
     * Whether it needs files from {@link Scope#data()}; if so it is left out of {@code all} where none are given.
     */
    default boolean needsData() {
        return false;
    }

    /** Runs it. Same scope, same outcome. */
    Outcome run(Scope scope);
}
