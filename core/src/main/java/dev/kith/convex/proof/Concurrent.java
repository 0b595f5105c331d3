package dev.kith.convex.proof;

import dev.kith.linalg.LinearAlgebra;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Independent pieces of one fit, on as many threads as the fit may use, each with one thread inside native calls. */
public final class Concurrent {
    private Concurrent() {}

    /**
     * Does pieces 0 to {@code count} - 1, in no particular order; which threads do them makes no difference to any of them. An
     * interrupt is handed on to all threads and kept; the first failure is thrown when all have ended.
     */
    public static void forEach(int count, IntConsumer piece) {
        int threads = Math.min(count, LinearAlgebra.threads());
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable work = () -> {
            try {
                for (int k = next.getAndIncrement(); k < count && failure.get() == null; k = next.getAndIncrement()) {
                    piece.accept(k);
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int k = 1; k < threads; k++) {
            Thread thread = new Thread(work, "kith-part-" + k);
            thread.setDaemon(true);
            others.add(thread);
            thread.start();
        }
        LinearAlgebra.withThreads(1, () -> {
            work.run();
            return count;
        });
        others.forEach(Concurrent::join);
        if (failure.get() instanceof RuntimeException e) {
            throw e;
        }
        if (failure.get() instanceof Error e) {
            throw e;
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        if (interrupted) {
            thread.interrupt();
        }
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
