package dev.kith.ascent.node;

import dev.kith.ascent.ActiveRows;
import dev.kith.ascent.Ascent;
import dev.kith.ascent.Duals;
import dev.kith.ascent.Evidence;
import dev.kith.ascent.Units;
import java.util.Arrays;
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
public final class ExplicitAscent implements Ascent, AutoCloseable {
    private final TaskBlocks blocks;
    private final NodeWeights nodes;
    private final Duals duals;
    private final ActiveRows active;
    private final TaskVisit[] visits;
    private final ForkJoinPool pool;

    public ExplicitAscent(TaskBlocks blocks, List<NodeWeights.Component> components, Duals duals, int threads) {
        this(blocks, new NodeWeights(blocks, components, 0), duals, threads);
    }

    public ExplicitAscent(TaskBlocks blocks, NodeWeights nodes, Duals duals, int threads) {
        this.blocks = blocks;
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
    public Evidence evidence(Units units, double[] theta, double[] scores, double[] biases) {
        NodeProof proof = new NodeProof(blocks, nodes);
        ProofVisit[] provers = new ProofVisit[visits.length];
        Arrays.setAll(provers, k -> visits[k].proof(proof, units));
        inPool(() -> {
            for (int first = 0; first < duals.tasks(); first += provers.length) {
                int from = first;
                int size = Math.min(provers.length, duals.tasks() - from);
                together(size, k -> provers[k].sum(from + k));
                for (int k = 0; k < size; k++) {
                    provers[k].leave();
                }
            }
        });
        double[] carried = NodeProof.carried(nodes.components, theta);
        inPool(() -> together(provers.length, k -> {
            for (int t = k; t < duals.tasks(); t += provers.length) {
                provers[k].score(t, carried, scores, biases);
            }
        }));
        double cost = 0;
        double gain = 0;
        for (ProofVisit prover : provers) {
            cost = cost == 0 ? prover.cost() : Math.nextUp(cost + prover.cost());
            gain = Math.nextDown(gain + prover.gain());
        }
        return new Evidence(cost, proof.squares(false), gain, proof.squares(true), units.scales());
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
