package dev.kith.structure.matrix;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Graphs for tests, and what they are as T x T numbers. */
final class TaskNetworks {
    private TaskNetworks() {}

    static TaskNetwork of(int tasks, double gamma, List<int[]> edges, List<Double> weights) {
        return new TaskNetwork(
                tasks,
                gamma,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                weights.stream().mapToDouble(Double::doubleValue).toArray());
    }

    static TaskNetwork grid(int height, int width, double gamma) {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                if (i > 0) {
                    edges.add(new int[] {(i - 1) * width + j, i * width + j});
                }
                if (j > 0) {
                    edges.add(new int[] {i * width + j - 1, i * width + j});
                }
            }
        }
        return of(
                height * width,
                gamma,
                edges,
                edges.stream().map(edge -> 1 + (edge[0] % 3) / 2.0).toList());
    }

    /** Any pairs, some of them twice, weights over four orders of magnitude. */
    static TaskNetwork random(int tasks, int edges, double gamma, long seed) {
        Random random = new Random(seed);
        List<int[]> pairs = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (int e = 0; e < edges && tasks > 1; e++) {
            int a = random.nextInt(tasks);
            pairs.add(new int[] {a, (a + 1 + random.nextInt(tasks - 1)) % tasks});
            weights.add(Math.pow(10, 4 * random.nextDouble() - 2));
        }
        return of(tasks, gamma, pairs, weights);
    }

    static Matrix precision(TaskNetwork network) {
        Matrix p = Matrix.identity(network.size()).scale(network.gamma());
        for (int e = 0; e < network.edges(); e++) {
            p.add(network.from(e), network.from(e), network.weight(e));
            p.add(network.to(e), network.to(e), network.weight(e));
            p.add(network.from(e), network.to(e), -network.weight(e));
            p.add(network.to(e), network.from(e), -network.weight(e));
        }
        return p;
    }

    static Matrix twin(TaskNetwork network) {
        return LinearAlgebra.best()
                .cholesky(precision(network))
                .solve(Matrix.identity(network.size()))
                .symmetrized();
    }
}
