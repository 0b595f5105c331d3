package dev.kith.numeric;

import dev.kith.linalg.LinearAlgebra;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Independent pieces of one work on as many threads as {@link LinearAlgebra#threads} allows, each with one thread inside
 * native calls. Which thread does which piece does not show: what pieces have in common is put together by the caller, in
 * their order.
 */
public final class Concurrent {
    private static final ExecutorService POOL =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "kith-piece");
                thread.setDaemon(true);
                return thread;
            });

    private Concurrent() {}

    /** Work on the things number {@code from} to {@code to} (exclusive). */
    public interface Work {
        void on(int from, int to);
    }

    /** Does {@code work} on every block of {@code size} of {@code count} things; blocks are the same whatever the threads. */
    public static void blocks(int count, int size, Work work) {
        int blocks = (count + size - 1) / size;
        forEach(blocks, b -> work.on(b * size, Math.min(count, (b + 1) * size)));
    }

    /**
     * Does pieces 0 to {@code count} - 1, in no particular order. An interrupt is handed on to all threads and kept; the first
     * failure is thrown when all have ended.
     */
    public static void forEach(int count, IntConsumer piece) {
        int threads = Math.min(count, LinearAlgebra.threads());
        if (threads <= 1) {
            for (int k = 0; k < count; k++) {
                piece.accept(k);
            }
            return;
        }
        new Run(count, piece).on(threads);
    }

    private static final class Run {
        private final int count;
        private final IntConsumer piece;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final List<Thread> others = new ArrayList<>();

        Run(int count, IntConsumer piece) {
            this.count = count;
            this.piece = piece;
        }

        void on(int threads) {
            CountDownLatch ended = new CountDownLatch(threads - 1);
            for (int k = 1; k < threads; k++) {
                POOL.execute(() -> other(ended));
            }
            LinearAlgebra.withThreads(1, () -> {
                pieces();
                return count;
            });
            await(ended);
            if (failure.get() instanceof RuntimeException e) {
                throw e;
            }
            if (failure.get() instanceof Error e) {
                throw e;
            }
        }

        private void other(CountDownLatch ended) {
            synchronized (others) {
                others.add(Thread.currentThread());
            }
            try {
                pieces();
            } finally {
                synchronized (others) {
                    others.remove(Thread.currentThread());
                    // an interrupt handed on after the last piece must not meet the next work of this thread
                    Thread.interrupted();
                }
                ended.countDown();
            }
        }

        private void pieces() {
            try {
                for (int k = next.getAndIncrement(); k < count && failure.get() == null; k = next.getAndIncrement()) {
                    piece.accept(k);
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        }

        private void await(CountDownLatch ended) {
            boolean interrupted = Thread.currentThread().isInterrupted();
            boolean done = false;
            while (!done) {
                if (interrupted) {
                    synchronized (others) {
                        others.forEach(Thread::interrupt);
                    }
                }
                try {
                    Thread.interrupted();
                    ended.await();
                    done = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
