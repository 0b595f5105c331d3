package dev.kith.mkl;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Coordinate ascent on explicit sparse features, task by task, on one or several threads.
 *
 * <p>Several tasks are visited at once, as many as there are threads. Visits see the nodes as they were before all of
 * them, and their changes are added up. So that the sum of changes never overshoots, a visit counts the kernel of a node
 * once for every visit under way that touches it: ||sum of k changes||^2 &lt;= k sum of ||change||^2 (the safe sum of [1]).
 * Random numbers and the order of additions follow from the seed alone, so that the same number of threads gives the same
 * bits. Tasks that have no node in common cost nothing extra.
 *
 * <p>[1] Ma, Smith, Jaggi, Jordan, Richtarik, Takac, Adding vs. averaging in distributed primal-dual optimization, 2015.
 */
final class ExplicitAscent implements Ascent, AutoCloseable {
    private final NodeWeights nodes;
    private final Duals duals;
    private final ActiveRows active;
    private final TaskVisit[] visits;
    private final ForkJoinPool pool;

    ExplicitAscent(TaskBlocks blocks, List<NodeWeights.Component> components, Duals duals, int threads) {
        this(blocks, new NodeWeights(blocks, components, 0), duals, threads);
    }

    ExplicitAscent(TaskBlocks blocks, NodeWeights nodes, Duals duals, int threads) {
        this.nodes = nodes;
        this.duals = duals;
        active = new ActiveRows(duals, blocks.pieceStart, blocks.taskPiece);
        visits = new TaskVisit[Math.max(1, Math.min(threads, blocks.tasks()))];
        for (int k = 0; k < visits.length; k++) {
            visits[k] = new TaskVisit(blocks, nodes, duals, active);
        }
        pool = new ForkJoinPool(visits.length);
    }

    @Override
    public void sweep(double[] theta, SplittableRandom random) {
        inPool(() -> visitAll(theta, random));
    }

    private void visitAll(double[] theta, SplittableRandom random) {
        int size = 0;
        for (int t : active.shuffledTasks(random)) {
            if (active.any(t)) {
                visits[size++].enter(t, random.split());
                if (size == visits.length) {
                    visit(size, theta);
                    size = 0;
                }
            }
        }
        visit(size, theta);
    }

    private void visit(int size, double[] theta) {
        together(size, k -> visits[k].run(theta));
        for (int k = 0; k < size; k++) {
            visits[k].leave();
        }
        nodes.leave();
    }

    /** Runs the work for 0, 1, ..., size - 1, each on a thread of its own. */
    private static void together(int size, IntConsumer work) {
        IntStream range = IntStream.range(0, size);
        (size < 2 ? range : range.parallel()).forEach(work);
    }

    /** Parallel streams run in the pool they are started from. */
    private void inPool(Runnable work) {
        if (visits.length == 1) {
            work.run();
        } else {
            pool.submit(work).join();
        }
    }

    @Override
    public void rest(double[] scores, double[] biases, double margin) {
        active.choose(scores, biases, margin);
    }

    @Override
    public void scoreInto(double[] scores, double[] theta) {
        inPool(() -> together(visits.length, k -> {
            for (int t = k; t < duals.tasks(); t += visits.length) {
                visits[k].scoreInto(scores, t, theta);
            }
        }));
    }

    @Override
    public double[] squares() {
        return nodes.squares();
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
