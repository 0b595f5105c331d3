package dev.kith.stream.source;

import dev.kith.data.DataException;
import dev.kith.data.RowStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns rows as they are read into rows to learn from: labels -1 and +1, task numbers, prepared features. */
final class LabelledRows {
    private final String name;
    private final RowStream rows;
    private final Preparation preparation;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> tasks = new ArrayList<>();
    private final Optional<HashedFeatures> hash;
    private final LabelSigns signs;
    private final Columns columns;
    private int[] numberOf = new int[0];
    private long[] lastRound = new long[0];
    private long round;

    /** @param known tasks that have their numbers already, in order */
    LabelledRows(String name, RowStream rows, Preparation preparation, LabelSigns signs, List<String> known) {
        this.name = name;
        this.rows = rows;
        this.preparation = preparation;
        int bits = preparation.hashBits();
        this.hash = bits > 0 ? Optional.of(new HashedFeatures(bits, preparation.version())) : Optional.empty();
        this.signs = signs;
        this.columns = new Columns(rows, preparation.names());
        for (String task : known) {
            numbers.put(task, tasks.size());
            tasks.add(task);
        }
        lastRound = new long[tasks.size()];
    }

    /** Goes to the next row that has a label; false at the end. */
    boolean next() {
        do {
            if (!rows.next()) {
                return false;
            }
        } while (rows.labels() == 0);
        boolean repeats = false;
        for (int k = 0; k < rows.labels(); k++) {
            int task = number(rows.labelTask(k));
            repeats |= lastRound[task] == round;
        }
        if (!preparation.rounds() || rows.labels() > 1 || repeats || round == 0) {
            round++;
        }
        return true;
    }

    /** The round of the current row; ascending. */
    long round() {
        return round;
    }

    /** Appends the current row, once for every label it has. */
    void appendTo(Batch batch) {
        columns.update();
        for (int k = 0; k < rows.labels(); k++) {
            int task = number(rows.labelTask(k));
            lastRound[task] = round;
            int end = write(batch);
            double norm = 0;
            for (int e = batch.start(); e < end; e++) {
                norm += batch.values()[e] * batch.values()[e];
            }
            if (preparation.unitLength() && norm > 0) {
                scale(batch, end, 1 / Math.sqrt(norm));
            }
            batch.add(end, task, signs.of(rows, k, name), norm, round, columns.count(), columns.digest());
            batch.weigh(rows.weight());
        }
    }

    private static void scale(Batch batch, int end, double factor) {
        double[] values = batch.values();
        for (int e = batch.start(); e < end; e++) {
            values[e] *= factor;
        }
    }

    /** Writes the entries of the current row, feature numbers ascending, and returns where they end. */
    private int write(Batch batch) {
        int size = rows.size();
        batch.reserve(size + 1);
        int[] indices = batch.indices();
        double[] values = batch.values();
        int at = batch.start();
        int shift = preparation.shift();
        if (shift == 1) {
            indices[at] = 0;
            values[at++] = 1;
        }
        if (hash.isPresent()) {
            return hash.get().write(rows, indices, values, at, shift);
        }
        boolean ascending = true;
        int first = at;
        for (int e = 0; e < size; e++) {
            double value = rows.value(e);
            if (value != 0) {
                indices[at] = rows.index(e) + shift;
                values[at] = value;
                ascending &= at == first || indices[at - 1] < indices[at];
                at++;
            }
        }
        return ascending ? at : SortedEntries.sortAndAdd(indices, values, first, at);
    }

    /** The learner's number of the stream's task k. */
    private int number(int k) {
        if (k >= numberOf.length || numberOf[k] == 0) {
            if (k >= numberOf.length) {
                numberOf = Arrays.copyOf(numberOf, Math.max(k + 1, 2 * numberOf.length));
            }
            String task = rows.tasks().get(k);
            Integer number = numbers.putIfAbsent(task, tasks.size());
            if (number == null) {
                number = tasks.size();
                tasks.add(task);
                if (tasks.size() > lastRound.length) {
                    lastRound = Arrays.copyOf(lastRound, 2 * tasks.size());
                }
            }
            numberOf[k] = number + 1;
        }
        return numberOf[k] - 1;
    }

    /** Columns met so far. */
    Columns columns() {
        return columns;
    }

    /** All tasks so far, known ones first. */
    List<String> tasks() {
        return tasks;
    }

    /** Features of the stream so far, as a learner counts them. */
    List<String> features() {
        if (hash.isPresent()) {
            throw new DataException(name + ": hashed features have no names");
        }
        return rows.features();
    }

    /** Whether every label so far has its sign; rows whose label has none must not be handed over. */
    boolean decided() {
        return signs.decided();
    }

    /** Gives the labels held back in {@code batch} their sign, now that it is known. */
    void settle(Batch batch) {
        batch.settle(signs.heldSign());
    }

    /** After the last row: what is still held back gets its sign, or is refused. */
    void end(Batch batch) {
        signs.end(rows, name);
        settle(batch);
    }

    /** Refuses to hold back more rows than these. */
    DataException tooManyHeld(int count) {
        return signs.tooMany(rows, name, count);
    }

    /** Names of the classes behind -1 and +1. */
    List<String> classes() {
        return signs.classes(rows);
    }

    /** Both classes once they are certain, else empty. */
    List<String> knownClasses() {
        return signs.knownClasses(rows);
    }
}
