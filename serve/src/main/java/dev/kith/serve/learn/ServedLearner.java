package dev.kith.serve.learn;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Schema;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.serve.http.Refused;
import dev.kith.serve.models.ModelName;
import dev.kith.serve.models.ServedModel;
import dev.kith.stream.Example;
import dev.kith.stream.NamedLearner;
import dev.kith.stream.StreamSummary;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An online learner that is served. Rows are written to its journal before they are learned and answered; a snapshot takes in what the journal
 * has. Whoever starts it again reads the snapshot and learns those rows of the journal that come after it, by their place: however the process
 * ended, it has learned every row that was answered, once.
 */
final class ServedLearner implements Closeable {
    private final String id;
    private final Path file;
    private final Journal journal;
    private final NamedLearner learner;
    private final Consumer<String> listener;
    private long rows;
    private long mistakes;
    private long rowsInSnapshot;
    private volatile boolean broken;

    private ServedLearner(String id, Path file, Journal journal, NamedLearner learner, Consumer<String> listener) {
        this.id = id;
        this.file = file;
        this.journal = journal;
        this.learner = learner;
        this.listener = listener;
        this.rows = learner.summary().all().rows();
        this.mistakes = learner.summary().all().mistakes();
        this.rowsInSnapshot = rows;
    }

    /**
     * Goes on where the last process ended.
     *
     * @param file a learner, as {@code kith stream --save-learner} writes it
     * @throws DataException if the file or its journal is damaged, or another server has it
     */
    static ServedLearner open(String id, Path file, Consumer<String> listener) throws IOException {
        Journal journal = Journal.open(file.resolveSibling(id + ".journal"));
        try {
            ServedLearner served = new ServedLearner(id, file, journal, NamedLearner.load(file), listener);
            served.goOn();
            return served;
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private void goOn() throws IOException {
        long before = rows;
        long dropped = journal.replay((from, count, bytes) -> {
            if (from == rows) {
                learn(Examples.ofKept(new String(bytes, StandardCharsets.UTF_8)));
            } else if (from > rows) {
                throw new DataException(journal.file().getFileName() + ": begins after row " + from + ", "
                        + file.getFileName() + " has " + rows + " rows: one of them is not of this learner");
            }
        });
        if (rows > before) {
            listener.accept(
                    "Learner " + id + " goes on after " + rows + " rows, " + (rows - before) + " of the journal.");
        }
        if (dropped > 0) {
            listener.accept(
                    "Learner " + id + ": " + dropped + " bytes that were being written when it ended are gone; nobody"
                            + " was told that they were there.");
        }
    }

    String id() {
        return id;
    }

    /** What a request came to. */
    record Learned(int rows, int mistakes, long total) {}

    /** Learns rows, which are on the disk before. All or none. */
    synchronized Learned take(List<Example> examples) {
        if (broken) {
            throw Refused.unavailable(
                    "the learner stopped when it could not write: whoever runs the server has to start it again");
        }
        requireClasses(examples);
        write(examples);
        long before = mistakes;
        learn(examples);
        return new Learned(examples.size(), (int) (mistakes - before), rows);
    }

    private void write(List<Example> examples) {
        try {
            journal.append(rows, examples.size(), Examples.kept(examples).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // What is on the disk now is not known: only a restart, which reads it, can tell.
            broken = true;
            listener.accept("Learner " + id + " stopped: its journal cannot be written: " + e.getMessage());
            throw Refused.unavailable("the rows could not be written down: none was learned");
        }
    }

    private void requireClasses(List<Example> examples) {
        List<String> classes = learner.classes().list();
        for (int i = 0; i < examples.size(); i++) {
            if (!classes.contains(examples.get(i).label())) {
                throw Refused.wrong("row " + (i + 1) + ": the label must be '" + classes.get(0) + "' or '"
                        + classes.get(1) + "', got '" + examples.get(i).label() + "'");
            }
        }
    }

    private void learn(List<Example> examples) {
        for (Example example : examples) {
            double margin = learner.learn(example);
            boolean positive = example.label().equals(learner.classes().positive());
            mistakes += (margin >= 0) == positive ? 0 : 1;
            rows++;
        }
    }

    /** Rows that were learned. */
    synchronized long rows() {
        return rows;
    }

    /** What it came to so far. */
    StreamSummary summary() {
        return learner.summary();
    }

    List<String> classes() {
        return learner.classes().list();
    }

    /** Whether so many rows were learned since the last snapshot. */
    synchronized boolean hasSince(long count) {
        return rows - rowsInSnapshot >= count;
    }

    /** Writes what was learned as a whole; the journal begins anew. */
    synchronized void snapshot() throws IOException {
        if (rows == rowsInSnapshot && journal.size() == 0) {
            return;
        }
        learner.save(file);
        rowsInSnapshot = rows;
        journal.clear();
    }

    /** What it predicts by now, with its rows' columns by name; empty before it has seen a row. */
    Optional<ServedModel> model() {
        Model model;
        synchronized (this) {
            if (learner.tasks().isEmpty() || learner.features().isEmpty()) {
                return Optional.empty();
            }
            model = learner.model();
        }
        ModelInfo info = model.info();
        Schema named = new Schema(
                info.tasks(), info.features(), info.classes(), Columns.ofLong(Examples.TASK, Examples.LABEL));
        ModelFile.Content content = new ModelFile.Content(model.withInfo(info.with(named)), Uncertainty.none());
        return Optional.of(new ServedModel(new ModelName(id, 1), content, true));
    }

    @Override
    public void close() throws IOException {
        try (journal) {
            if (!broken) {
                snapshot();
            }
        }
    }
}
