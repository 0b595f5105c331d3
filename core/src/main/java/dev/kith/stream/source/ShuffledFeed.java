package dev.kith.stream.source;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a file, read into memory and put into a random order that depends on the seed only. For rounds, the k-th
 * rows of all tasks that have so many form round k.
 */
final class ShuffledFeed implements Feed {
    private static final int FULL = 512;

    private final Batch all = new Batch();
    private final Batch lent = new Batch();
    private final int[] order;
    private final long[] roundOf;
    private final LabelledRows rows;
    private final int known;
    private int at;
    private boolean announced;
    private volatile boolean closed;

    ShuffledFeed(LabelledRows rows, boolean rounds, long seed, int known) {
        this.rows = rows;
        this.known = known;
        while (rows.next()) {
            rows.appendTo(all);
        }
        rows.end(all);
        order = shuffled(all.size(), seed);
        roundOf = new long[order.length];
        if (rounds) {
            align();
        } else {
            Arrays.setAll(roundOf, k -> k);
        }
    }

    /** Fisher-Yates with a generator whose numbers the Java specification fixes. */
    private static int[] shuffled(int size, long seed) {
        int[] order = new int[size];
        Arrays.setAll(order, k -> k);
        Random random = new Random(seed);
        for (int k = size - 1; k > 0; k--) {
            int other = random.nextInt(k + 1);
            int swapped = order[k];
            order[k] = order[other];
            order[other] = swapped;
        }
        return order;
    }

    /** Sorts the shuffled rows by their rank among the rows of their task, then by task. */
    private void align() {
        int[] seen = new int[rows.tasks().size()];
        long[] keys = new long[order.length];
        int[] shuffled = order.clone();
        for (int k = 0; k < keys.length; k++) {
            int task = all.task(shuffled[k]);
            keys[k] = ((long) seen[task]++ * seen.length + task) * keys.length + k;
        }
        Arrays.sort(keys);
        for (int k = 0; k < keys.length; k++) {
            order[k] = shuffled[(int) (keys[k] % keys.length)];
            roundOf[k] = keys[k] / keys.length / seen.length;
        }
    }

    @Override
    public @Nullable Batch next() {
        lent.clear();
        if (closed) {
            return null;
        }
        if (!announced) {
            lent.newTasks().addAll(rows.tasks().subList(known, rows.tasks().size()));
            rows.columns().announceTo(lent);
            lent.classes(rows.knownClasses());
            announced = true;
        }
        while (at < order.length && (lent.size() < FULL || roundOf[at] == roundOf[at - 1])) {
            lent.addFrom(all, order[at], roundOf[at]);
            at++;
        }
        return lent.size() == 0 ? null : lent;
    }

    @Override
    public int knownTasks() {
        return rows.tasks().size();
    }

    @Override
    public int knownFeatures() {
        return Math.max(1, all.width());
    }

    @Override
    public List<String> features() {
        return rows.features();
    }

    @Override
    public List<String> classes() {
        return rows.classes();
    }

    @Override
    public void close() {
        closed = true;
    }
}
