package dev.kith.stream.source;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Reads and prepares rows on a thread of its own, so that parsing and learning run side by side. */
final class LiveFeed implements Feed {
    /*
     * A batch goes over when it is full; when the last one went over a while ago, so that a slow stream is learned from
     * as it comes; never in the middle of a round, and not while labels have no sign: until a second class appears, rows
     * gather in one batch. Eight batches go round and round.
     */
    private static final int FULL = 512;
    private static final long WHILE_NANOS = 50_000_000;
    private static final int BATCHES = 8;

    /** As many rows as wait for a second class. */
    static final int HELD = 10_000;

    private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<Message> filled = new ArrayBlockingQueue<>(BATCHES + 1);
    private final LabelledRows rows;
    private final boolean rounds;
    private final int knownFeatures;
    private final Thread reader;
    private @Nullable Batch lent;
    private int announced;
    private volatile boolean closed;

    /** A batch, or the end and why. */
    private record Message(@Nullable Batch batch, @Nullable Throwable failure) {}

    /** @param known how many tasks the learner knows already */
    LiveFeed(LabelledRows rows, boolean rounds, int known, int knownFeatures) {
        this.rows = rows;
        this.rounds = rounds;
        this.announced = known;
        this.knownFeatures = knownFeatures;
        for (int k = 0; k < BATCHES; k++) {
            empty.add(new Batch());
        }
        reader = new Thread(this::read, "kith-stream-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            Throwable failure = null;
            try {
                readAll();
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            filled.put(new Message(null, failure));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readAll() throws InterruptedException {
        Batch batch = empty.take();
        batch.clear();
        long handedOver = System.nanoTime();
        boolean decided = true;
        try {
            while (!closed && rows.next()) {
                boolean newRound = batch.size() > 0 && rows.round() != batch.round(batch.size() - 1);
                if (decided && newRound && (batch.size() >= FULL || late(handedOver))) {
                    batch = handOver(batch);
                    handedOver = System.nanoTime();
                }
                rows.appendTo(batch);
                decided = decided(batch, decided);
                if (decided && !rounds && (batch.size() >= FULL || late(handedOver))) {
                    batch = handOver(batch);
                    handedOver = System.nanoTime();
                }
            }
        } catch (RuntimeException e) {
            // What was read before a bad line is learned from before the line is complained about, unless its round
            // may be cut.
            if (!rounds && decided) {
                handOver(batch);
            }
            throw e;
        }
        rows.end(batch);
        handOver(batch);
    }

    /** Whether all labels have their signs now; those that had to wait for it get them. */
    private boolean decided(Batch batch, boolean before) {
        boolean decided = rows.decided();
        if (decided && !before) {
            rows.settle(batch);
        } else if (!decided && batch.size() > HELD) {
            throw rows.tooManyHeld(batch.size());
        }
        return decided;
    }

    private static boolean late(long handedOver) {
        return System.nanoTime() - handedOver > WHILE_NANOS;
    }

    private Batch handOver(Batch batch) throws InterruptedException {
        batch.newTasks().addAll(rows.tasks().subList(announced, rows.tasks().size()));
        announced = rows.tasks().size();
        rows.columns().announceTo(batch);
        batch.classes(rows.knownClasses());
        filled.put(new Message(batch, null));
        Batch next = empty.take();
        next.clear();
        return next;
    }

    @Override
    public @Nullable Batch next() {
        try {
            if (lent != null) {
                empty.put(lent);
                lent = null;
            }
            if (closed) {
                return null;
            }
            Message message = filled.take();
            if (message.failure() instanceof RuntimeException e) {
                throw e;
            }
            if (message.failure() instanceof Error e) {
                throw e;
            }
            lent = message.batch();
            return lent;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for rows", e);
        }
    }

    @Override
    public int knownTasks() {
        return 0;
    }

    @Override
    public int knownFeatures() {
        return knownFeatures;
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
        reader.interrupt();
        // Wakes a thread that waits in next(); where the queue is full, none does.
        filled.offer(new Message(null, null));
    }
}
