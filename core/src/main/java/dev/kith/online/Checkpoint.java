package dev.kith.online;

import dev.kith.data.DataException;
import dev.kith.model.StateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A run in the middle of its stream, as a file: the learner, the tally, the tasks in order, and what it takes to notice
 * that somebody resumes with other settings or another stream.
 *
 * @param settings what the run was started with, in words
 * @param fingerprint a digest of the rows learned from so far
 * @param columns names of the columns the learner knows by number, in their order; the first of them when they are many
 * @param tasks names of the tasks, in the learner's order
 */
public record Checkpoint(
        String settings, long fingerprint, List<String> columns, List<String> tasks, Snapshot learner, Snapshot tally) {
    private static final String KIND = "stream checkpoint";
    private static final String LEARNER = "learner/";
    private static final String TALLY = "tally/";
    private static final String COUNTS = "counts/";

    public Checkpoint {
        columns = List.copyOf(columns);
        tasks = List.copyOf(tasks);
    }

    /** Replaces the file as a whole; a crash leaves the old checkpoint or the new one. */
    public void write(Path file) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        Map<String, double[]> numbers = new TreeMap<>();
        Map<String, int[]> indices = new TreeMap<>();
        texts.put("settings", settings);
        texts.put("fingerprint", Long.toHexString(fingerprint));
        put("column/", columns, texts);
        put("task/", tasks, texts);
        put(LEARNER, learner, texts, numbers, indices);
        put(TALLY, tally, texts, numbers, indices);
        new StateFile(KIND, texts, numbers, indices).write(file);
    }

    private static void put(String prefix, List<String> names, Map<String, String> texts) {
        for (int k = 0; k < names.size(); k++) {
            texts.put(prefix + k, names.get(k));
        }
    }

    private static List<String> names(String prefix, Map<String, String> texts) {
        return IntStream.iterate(0, k -> texts.containsKey(prefix + k), k -> k + 1)
                .mapToObj(k -> texts.getOrDefault(prefix + k, ""))
                .toList();
    }

    private static void put(
            String prefix,
            Snapshot from,
            Map<String, String> texts,
            Map<String, double[]> numbers,
            Map<String, int[]> indices) {
        from.texts().forEach((name, text) -> texts.put(prefix + name, text));
        from.numbers().forEach((name, array) -> numbers.put(prefix + name, array));
        from.indices().forEach((name, array) -> indices.put(prefix + name, array));
        // Counts stay below 2^53, where doubles are exact.
        from.counts()
                .forEach((name, array) -> numbers.put(
                        prefix + COUNTS + name,
                        Arrays.stream(array).mapToDouble(c -> c).toArray()));
    }

    /**
     * Reads a checkpoint.
     *
     * @throws DataException if the file is damaged or no checkpoint
     */
    public static Checkpoint read(Path file) throws IOException {
        StateFile state = StateFile.read(file, KIND);
        try {
            Map<String, String> texts = new HashMap<>(state.texts());
            return new Checkpoint(
                    texts.getOrDefault("settings", ""),
                    Long.parseUnsignedLong(texts.getOrDefault("fingerprint", ""), 16),
                    names("column/", texts),
                    names("task/", texts),
                    take(LEARNER, state),
                    take(TALLY, state));
        } catch (IllegalArgumentException e) {
            throw new DataException(file + ": parts of the checkpoint do not fit together: " + e.getMessage(), e);
        }
    }

    private static Snapshot take(String prefix, StateFile from) {
        Snapshot.Builder to = Snapshot.builder();
        from.texts().forEach((name, text) -> {
            if (name.startsWith(prefix)) {
                to.text(name.substring(prefix.length()), text);
            }
        });
        from.numbers().forEach((name, array) -> {
            if (name.startsWith(prefix + COUNTS)) {
                to.counts(
                        name.substring(prefix.length() + COUNTS.length()),
                        Arrays.stream(array).mapToLong(c -> (long) c).toArray());
            } else if (name.startsWith(prefix)) {
                to.numbers(name.substring(prefix.length()), array);
            }
        });
        from.indices().forEach((name, array) -> {
            if (name.startsWith(prefix)) {
                to.indices(name.substring(prefix.length()), array);
            }
        });
        return to.build();
    }
}
