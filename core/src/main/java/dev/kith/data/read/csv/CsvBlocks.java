package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.read.Messages;
import dev.kith.data.read.NumberForm;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Blocks in the order of the file: one thread reads and cuts, some take pieces apart, whoever asks gets them in turn. */
final class CsvBlocks implements Closeable {
    private static final int MOST_WORKERS = 8;
    private static final CsvBlock END = new CsvBlock(new NumberForm[0], false);

    private final String name;
    private final CsvPieces pieces;
    private final CsvTokens tokens;
    private final BlockingQueue<FutureTask<CsvBlock>> inOrder;
    private final BlockingQueue<FutureTask<CsvBlock>> work;
    private final Thread[] threads;
    private volatile boolean closed;

    CsvBlocks(String name, CsvPieces pieces, CsvTokens tokens) {
        this.name = name;
        this.pieces = pieces;
        this.tokens = tokens;
        int workers = Math.max(1, Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors()) - 1);
        inOrder = new ArrayBlockingQueue<>(workers + 2);
        work = new ArrayBlockingQueue<>(2 * workers + 4);
        threads = new Thread[workers + 1];
        for (int k = 0; k < threads.length; k++) {
            threads[k] = new Thread(k == 0 ? this::read : this::work, "kith-csv-" + k);
            threads[k].setDaemon(true);
            threads[k].start();
        }
    }

    private void read() {
        try {
            boolean last = false;
            while (!last && !closed) {
                FutureTask<CsvBlock> task = task();
                last = task.isDone();
                if (!last) {
                    work.put(task);
                }
                inOrder.put(task);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What to do with the next piece; done already at the end, however it came. */
    private FutureTask<CsvBlock> task() {
        try {
            CsvPiece piece = pieces.next();
            return piece == null ? done(() -> END) : new FutureTask<>(() -> block(piece));
        } catch (IOException e) {
            return done(() -> {
                throw Messages.unreadable(name, e);
            });
        } catch (RuntimeException | Error e) {
            return done(() -> {
                throw e;
            });
        }
    }

    private CsvBlock block(CsvPiece piece) {
        CsvBlock block = tokens.block(piece);
        pieces.reuse(piece);
        return block;
    }

    private static FutureTask<CsvBlock> done(Callable<CsvBlock> result) {
        FutureTask<CsvBlock> task = new FutureTask<>(result);
        task.run();
        return task;
    }

    private void work() {
        try {
            while (!closed) {
                work.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next block; null at the end of the pieces. */
    @Nullable
    CsvBlock next() {
        try {
            CsvBlock block = inOrder.take().get();
            return block == END ? null : block;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataException(name + ": interrupted while waiting for rows", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException runtime ? runtime : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Thread thread : threads) {
            thread.interrupt();
        }
    }
}
