package dev.kith.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The number of threads belongs to a call, never to the process. */
final class ThreadsTest {
    /** Routine and number of threads of every call, by the thread that made it. */
    private final ConcurrentHashMap<Thread, Set<String>> seen = new ConcurrentHashMap<>();

    private final LinearAlgebra algebra = new LinearAlgebra(recording(new PureJava()));

    private Routines recording(Routines java) {
        return (Routines) Proxy.newProxyInstance(
                Routines.class.getClassLoader(), new Class<?>[] {Routines.class}, (proxy, method, arguments) -> {
                    ofThisThread().add(method.getName() + " " + arguments[0]);
                    return method.invoke(java, arguments);
                });
    }

    private Set<String> ofThisThread() {
        return seen.computeIfAbsent(
                Thread.currentThread(), thread -> Collections.synchronizedSet(new java.util.TreeSet<>()));
    }

    private Matrix everyRoutine(Matrix a) {
        algebra.multiply(a, a);
        algebra.eigen(a);
        algebra.svd(a);
        Cholesky factor = algebra.cholesky(a);
        factor.solve(a.row(0));
        return factor.solve(a);
    }

    @Test
    void blocksRunningAtTheSameTimeKeepTheirOwnNumberAtEveryCall() throws Exception {
        Matrix a = Matrix.identity(5);
        CyclicBarrier step = new CyclicBarrier(2);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Future<Set<String>>> blocks = List.of(
                    pool.submit(() -> LinearAlgebra.withThreads(2, () -> inStep(step, a))),
                    pool.submit(() -> LinearAlgebra.withThreads(3, () -> inStep(step, a))));
            assertThat(blocks.get(0).get())
                    .containsExactly("cholesky 2", "eigen 2", "multiply 2", "solveCholesky 2", "svd 2");
            assertThat(blocks.get(1).get())
                    .containsExactly("cholesky 3", "eigen 3", "multiply 3", "solveCholesky 3", "svd 3");
        } finally {
            pool.shutdownNow();
        }
    }

    /** Calls alternate with those of the other block, so that a number kept in one place would be the other's half the time. */
    private Set<String> inStep(CyclicBarrier step, Matrix a) {
        for (int k = 0; k < 20; k++) {
            try {
                step.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            everyRoutine(a);
        }
        return ofThisThread();
    }

    @Test
    void outsideThereIsOneThreadBeforeAndAfter() {
        Matrix a = Matrix.identity(3);
        algebra.multiply(a, a);
        assertThat(LinearAlgebra.<Integer>withThreads(4, LinearAlgebra::threads))
                .isEqualTo(4);
        assertThatThrownBy(() -> LinearAlgebra.withThreads(4, () -> {
                    throw new NumericalException("failed");
                }))
                .hasMessage("failed");
        assertThat(LinearAlgebra.threads()).isEqualTo(1);
        algebra.multiply(a, a);
        assertThat(ofThisThread()).containsExactly("multiply 1");
    }

    @Test
    void blocksNest() {
        List<Integer> counts = LinearAlgebra.withThreads(
                2,
                () -> List.of(
                        LinearAlgebra.threads(),
                        LinearAlgebra.<Integer>withThreads(5, LinearAlgebra::threads),
                        LinearAlgebra.threads()));
        assertThat(counts).containsExactly(2, 5, 2);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinearAlgebra.withThreads(0, () -> 1))
                .withMessage("threads must be >= 1, got 0");
    }
}
