package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.file.disk.StateFile;
import dev.kith.online.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Texts, lists of names and snapshots side by side in one {@link StateFile}, each under its own name. */
final class StateParts {
    private static final String COUNTS = "counts/";

    private final Map<String, String> texts = new TreeMap<>();
    private final Map<String, double[]> numbers = new TreeMap<>();
    private final Map<String, int[]> indices = new TreeMap<>();

    StateParts() {}

    private StateParts(StateFile file) {
        texts.putAll(file.texts());
        numbers.putAll(file.numbers());
        indices.putAll(file.indices());
    }

    /** Replaces the file as a whole; a crash leaves the old one or the new one. */
    void write(String kind, Path file) throws IOException {
        new StateFile(kind, texts, numbers, indices).write(file);
    }

    /** @throws DataException if the file is damaged or of another kind */
    static StateParts read(String kind, Path file) throws IOException {
        return new StateParts(StateFile.read(file, kind));
    }

    StateParts put(String name, String text) {
        texts.put(name, text);
        return this;
    }

    /** The text of that name, {@code otherwise} when there is none. */
    String text(String name, String otherwise) {
        return texts.getOrDefault(name, otherwise);
    }

    StateParts put(String name, List<String> names) {
        for (int k = 0; k < names.size(); k++) {
            texts.put(name + "/" + k, names.get(k));
        }
        return this;
    }

    /** The names put under this name; empty when there are none. */
    List<String> names(String name) {
        return IntStream.iterate(0, k -> texts.containsKey(name + "/" + k), k -> k + 1)
                .mapToObj(k -> texts.getOrDefault(name + "/" + k, ""))
                .toList();
    }

    StateParts put(String name, Snapshot from) {
        String prefix = name + "/";
        from.texts().forEach((part, text) -> texts.put(prefix + part, text));
        from.numbers().forEach((part, array) -> numbers.put(prefix + part, array));
        from.indices().forEach((part, array) -> indices.put(prefix + part, array));
        // Counts stay below 2^53, where doubles are exact.
        from.counts()
                .forEach((part, array) -> numbers.put(
                        prefix + COUNTS + part,
                        Arrays.stream(array).mapToDouble(c -> c).toArray()));
        return this;
    }

    /** The snapshot put under this name. */
    Snapshot snapshot(String name) {
        String prefix = name + "/";
        Snapshot.Builder to = Snapshot.builder();
        texts.forEach((part, text) -> {
            if (part.startsWith(prefix)) {
                to.text(part.substring(prefix.length()), text);
            }
        });
        numbers.forEach((part, array) -> {
            if (part.startsWith(prefix + COUNTS)) {
                to.counts(
                        part.substring(prefix.length() + COUNTS.length()),
                        Arrays.stream(array).mapToLong(c -> (long) c).toArray());
            } else if (part.startsWith(prefix)) {
                to.numbers(part.substring(prefix.length()), array);
            }
        });
        indices.forEach((part, array) -> {
            if (part.startsWith(prefix)) {
                to.indices(part.substring(prefix.length()), array);
            }
        });
        return to.build();
    }
}
