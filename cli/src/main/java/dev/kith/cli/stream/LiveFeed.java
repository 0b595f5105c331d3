package dev.kith.cli.stream;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Reads and prepares rows on a thread of its own, so that parsing and learning run side by side. */
final class LiveFeed implements Feed {
    /*
     * A batch goes over when it is full; when the last one went over a while ago, so that a slow stream is learned from
     * as it comes; never in the middle of a round. Eight batches go round and round.
     */
    private static final int FULL = 512;
    private static final long WHILE_NANOS = 50_000_000;
    private static final int BATCHES = 8;

    private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<Message> filled = new ArrayBlockingQueue<>(BATCHES + 1);
    private final LabelledRows rows;
    private final boolean rounds;
    private final Thread reader;
    private @Nullable Batch lent;
    private int announced;

    /** A batch, or the end and why. */
    private record Message(@Nullable Batch batch, @Nullable Throwable failure) {}

    /** @param known how many tasks the learner knows already */
    LiveFeed(LabelledRows rows, boolean rounds, int known) {
        this.rows = rows;
        this.rounds = rounds;
        this.announced = known;
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
        try {
            while (rows.next()) {
                boolean newRound = batch.size() > 0 && rows.round() != batch.round(batch.size() - 1);
                if (newRound && (batch.size() >= FULL || late(handedOver))) {
                    batch = handOver(batch);
                    handedOver = System.nanoTime();
                }
                rows.appendTo(batch);
                if (!rounds && (batch.size() >= FULL || late(handedOver))) {
                    batch = handOver(batch);
                    handedOver = System.nanoTime();
                }
            }
        } catch (RuntimeException e) {
            // What was read before a bad line is learned from before the line is complained about, unless its round
            // may be cut.
            if (!rounds) {
                handOver(batch);
            }
            throw e;
        }
        handOver(batch);
    }

    private static boolean late(long handedOver) {
        return System.nanoTime() - handedOver > WHILE_NANOS;
    }

    private Batch handOver(Batch batch) throws InterruptedException {
        batch.newTasks().addAll(rows.tasks().subList(announced, rows.tasks().size()));
        announced = rows.tasks().size();
        rows.columns().announceTo(batch);
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
    public void close() {
        reader.interrupt();
    }
}
