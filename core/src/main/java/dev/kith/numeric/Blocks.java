package dev.kith.numeric;

import dev.kith.linalg.LinearAlgebra;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does the same to many independent things, in blocks, on as many threads as {@link LinearAlgebra#threads} allows. Blocks
 * are the same whatever the number of threads, so that results are.
 */
public final class Blocks {
    private static final ExecutorService POOL =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "kith-blocks");
                thread.setDaemon(true);
                return thread;
            });

    private Blocks() {}

    /** Work on the things number {@code from} to {@code to} (exclusive). */
    public interface Work {
        void on(int from, int to);
    }

    /** Calls {@code work} on every block of {@code size} of the {@code count} things; returns when all are done. */
    public static void each(int count, int size, Work work) {
        int blocks = (count + size - 1) / size;
        int threads = Math.min(LinearAlgebra.threads(), blocks);
        AtomicInteger next = new AtomicInteger();
        Runnable some = () -> {
            for (int b = next.getAndIncrement(); b < blocks; b = next.getAndIncrement()) {
                work.on(b * size, Math.min(count, (b + 1) * size));
            }
        };
        List<Future<?>> others = new ArrayList<>();
        for (int k = 1; k < threads; k++) {
            others.add(POOL.submit(some));
        }
        try {
            some.run();
        } finally {
            next.set(blocks);
            others.forEach(Blocks::join);
        }
    }

    private static void join(Future<?> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    throw new IllegalStateException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
