package dev.kith.online;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything a learner is at one moment, as named texts and arrays of numbers. Immutable. A learner restored from it
 * goes on with the same bits as the one it was taken from.
 */
public final class Snapshot {
    private final Map<String, String> texts;
    private final Map<String, double[]> numbers;
    private final Map<String, long[]> counts;
    private final Map<String, int[]> indices;

    private Snapshot(Builder from) {
        texts = from.texts;
        numbers = from.numbers;
        counts = from.counts;
        indices = from.indices;
    }

    public static Builder builder() {
        return new Builder();
    }

    public boolean has(String name) {
        return texts.containsKey(name)
                || numbers.containsKey(name)
                || counts.containsKey(name)
                || indices.containsKey(name);
    }

    public String text(String name) {
        return found(name, texts.get(name));
    }

    /** The live array; nobody writes to it. */
    public double[] numbers(String name) {
        return found(name, numbers.get(name));
    }

    /** The one number of that name. */
    public double number(String name) {
        return one(name, numbers(name).length, numbers(name))[0];
    }

    /** The live array; nobody writes to it. */
    public long[] counts(String name) {
        return found(name, counts.get(name));
    }

    /** The one count of that name. */
    public long count(String name) {
        return one(name, counts(name).length, counts(name))[0];
    }

    /** The live array; nobody writes to it. */
    public int[] indices(String name) {
        return found(name, indices.get(name));
    }

    private static <T> T found(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("snapshot has no '" + name + "'");
        }
        return value;
    }

    private static <T> T one(String name, int length, T array) {
        if (length != 1) {
            throw new IllegalArgumentException("snapshot: '" + name + "' must be one number, got " + length);
        }
        return array;
    }

    /** The snapshot that {@link Builder#part} put under this name. */
    public Snapshot part(String name) {
        String prefix = name + "/";
        Builder to = builder();
        copyTo(to.texts, texts, prefix);
        copyTo(to.numbers, numbers, prefix);
        copyTo(to.counts, counts, prefix);
        copyTo(to.indices, indices, prefix);
        return to.build();
    }

    private static <T> void copyTo(Map<String, T> to, Map<String, T> from, String prefix) {
        from.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                to.put(name.substring(prefix.length()), value);
            }
        });
    }

    /** All texts by name, sorted. */
    public Map<String, String> texts() {
        return java.util.Collections.unmodifiableMap(texts);
    }

    /** All arrays of real numbers by name, sorted; live. */
    public Map<String, double[]> numbers() {
        return java.util.Collections.unmodifiableMap(numbers);
    }

    /** All arrays of counts by name, sorted; live. */
    public Map<String, long[]> counts() {
        return java.util.Collections.unmodifiableMap(counts);
    }

    /** All arrays of indices by name, sorted; live. */
    public Map<String, int[]> indices() {
        return java.util.Collections.unmodifiableMap(indices);
    }

    /** Same names, same bits. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Snapshot s
                && texts.equals(s.texts)
                && same(numbers, s.numbers)
                && same(counts, s.counts)
                && same(indices, s.indices);
    }

    private static <T> boolean same(Map<String, T> a, Map<String, T> b) {
        return a.keySet().equals(b.keySet())
                && a.keySet().stream()
                        .allMatch(k -> Arrays.deepEquals(new Object[] {a.get(k)}, new Object[] {b.get(k)}));
    }

    @Override
    public int hashCode() {
        return 31 * texts.hashCode() + numbers.keySet().hashCode();
    }

    @Override
    public String toString() {
        return "Snapshot" + texts;
    }

    /** Collects the parts of a snapshot; arrays are given away. Names must differ. */
    public static final class Builder {
        private final Map<String, String> texts = new TreeMap<>();
        private final Map<String, double[]> numbers = new TreeMap<>();
        private final Map<String, long[]> counts = new TreeMap<>();
        private final Map<String, int[]> indices = new TreeMap<>();

        /** A snapshot without parts, yet. */
        public Builder() {}

        public Builder text(String name, String value) {
            return put(texts, name, value);
        }

        public Builder numbers(String name, double... values) {
            return put(numbers, name, values);
        }

        public Builder counts(String name, long... values) {
            return put(counts, name, values);
        }

        public Builder indices(String name, int... values) {
            return put(indices, name, values);
        }

        /** All parts of another snapshot, each under {@code name/} and its own name. */
        public Builder part(String name, Snapshot inner) {
            inner.texts.forEach((part, value) -> put(texts, name + "/" + part, value));
            inner.numbers.forEach((part, value) -> put(numbers, name + "/" + part, value));
            inner.counts.forEach((part, value) -> put(counts, name + "/" + part, value));
            inner.indices.forEach((part, value) -> put(indices, name + "/" + part, value));
            return this;
        }

        private <T> Builder put(Map<String, T> map, String name, T value) {
            if (map.put(name, value) != null) {
                throw new IllegalStateException("snapshot: '" + name + "' written twice");
            }
            return this;
        }

        public Snapshot build() {
            return new Snapshot(this);
        }
    }
}
