package dev.kith.serve.learn;

import dev.kith.data.DataException;
import dev.kith.serve.models.ModelDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The learners of a directory, each in a file {@code NAME.learner}. A thread of its own makes what was learned the model that is asked, and takes
 * snapshots: predictions go by a model that does not change, and never wait.
 */
public final class Learners implements Runnable, Closeable {
    private static final String ENDING = ".learner";
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";
    private static final long EVERY_MILLIS = 100;

    /** Tests take snapshots more often. */
    private static final long SNAPSHOT_ROWS = Long.getLong("kith.snapshot.rows", 10_000);

    /** Making a model of a large learner takes longer than learning: it rests this many times as long. */
    private static final int PATIENCE = 4;

    private final Map<String, ServedLearner> all = new LinkedHashMap<>();
    private final Map<String, Long> published = new LinkedHashMap<>();
    private final ModelDirectory models;
    private final Consumer<String> listener;
    private final Thread keeper;

    private Learners(ModelDirectory models, Consumer<String> listener) {
        this.models = models;
        this.listener = listener;
        this.keeper = new Thread(this, "kith-learners");
        keeper.setDaemon(true);
    }

    /** Those of a directory, going on where they ended. One that cannot be read is told of, and not served. */
    public static Learners open(Path directory, ModelDirectory models, Consumer<String> listener) throws IOException {
        Learners learners = new Learners(models, listener);
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            learners.add(file);
        }
        learners.publish();
        learners.keeper.start();
        return learners;
    }

    private void add(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        String id = name.substring(0, name.length() - ENDING.length());
        if (!id.matches(NAME) || models.ids().contains(id)) {
            listener.accept(
                    name + ": a learner needs a name of letters, digits, points, hyphens and underscores that no"
                            + " model has: it is not served");
            return;
        }
        try {
            all.put(id, ServedLearner.open(id, file, listener));
            listener.accept("Learner " + id + " is there.");
        } catch (DataException e) {
            listener.accept(
                    name + ": " + String.valueOf(e.getMessage()).replace(file + ": ", "") + "; it is not served");
        }
    }

    /** The learner of this name. */
    Optional<ServedLearner> learner(String id) {
        return Optional.ofNullable(all.get(id));
    }

    /** Their names. */
    public List<String> ids() {
        return List.copyOf(all.keySet());
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long start = System.nanoTime();
                publish();
                long took = (System.nanoTime() - start) / 1_000_000;
                Thread.sleep(Math.max(EVERY_MILLIS, PATIENCE * took));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void publish() {
        for (ServedLearner learner : all.values()) {
            try {
                long rows = learner.rows();
                if (!Long.valueOf(rows).equals(published.get(learner.id()))) {
                    learner.model().ifPresent(models::publish);
                    published.put(learner.id(), rows);
                }
                if (learner.hasSince(SNAPSHOT_ROWS)) {
                    learner.snapshot();
                }
            } catch (IOException | RuntimeException e) {
                listener.accept("Learner " + learner.id() + ": no snapshot: " + e.getMessage());
            }
        }
    }

    /** Takes the last snapshots. */
    @Override
    public void close() {
        keeper.interrupt();
        try {
            keeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (ServedLearner learner : all.values()) {
            try {
                learner.close();
            } catch (IOException e) {
                listener.accept(
                        "Learner " + learner.id() + ": no snapshot: " + e.getMessage() + "; its journal has all rows");
            }
        }
    }
}
