package dev.kith.convex.basis;

import dev.kith.linalg.LinearAlgebra;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Independent pieces of work on as many threads as the fit has ({@link LinearAlgebra#threads}). Which thread does which piece
 * does not show: what pieces have in common is put together by the caller, in their order.
 */
final class Cores {
    private Cores() {}

    /** Does the work for 0, 1, ..., count - 1. Linear algebra inside has one thread per piece. */
    static void forEach(int count, IntConsumer work) {
        int threads = Math.min(LinearAlgebra.threads(), count);
        if (threads <= 1) {
            for (int k = 0; k < count; k++) {
                work.accept(k);
            }
            return;
        }
        IntStream.range(0, threads)
                .parallel()
                .forEach(first -> LinearAlgebra.withThreads(1, () -> {
                    for (int k = first; k < count; k += threads) {
                        work.accept(k);
                    }
                    return null;
                }));
    }
}
