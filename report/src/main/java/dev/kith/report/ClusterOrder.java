package dev.kith.report;

import dev.kith.linalg.Matrix;
import java.util.stream.IntStream;

/**
 * An order of tasks that puts like beside like: leaves of an average-linkage clustering on the distance 1 - similarity,
 * the two halves of every merge turned so that their closer ends meet.
 */
final class ClusterOrder {
    private ClusterOrder() {}

    /** A permutation of 0..T-1 for a T x T similarity matrix. O(T^3) at worst. */
    static int[] of(Matrix similarity) {
        int count = similarity.rows();
        int[][] clusters = new int[count][];
        double[][] distance = new double[count][count];
        for (int t = 0; t < count; t++) {
            clusters[t] = new int[] {t};
            for (int s = 0; s < count; s++) {
                distance[t][s] = 1 - similarity.get(t, s);
            }
        }
        for (int merges = 1; merges < count; merges++) {
            merge(clusters, distance, similarity);
        }
        for (int[] cluster : clusters) {
            if (cluster.length == count) {
                return cluster;
            }
        }
        return new int[0];
    }

    private static void merge(int[][] clusters, double[][] distance, Matrix similarity) {
        int a = -1;
        int b = -1;
        for (int i = 0; i < clusters.length; i++) {
            for (int j = 0; j < i && clusters[i].length > 0; j++) {
                if (clusters[j].length > 0 && (a < 0 || distance[i][j] < distance[a][b])) {
                    a = i;
                    b = j;
                }
            }
        }
        int sizeA = clusters[a].length;
        int sizeB = clusters[b].length;
        for (int k = 0; k < clusters.length; k++) {
            double mean = (sizeA * distance[a][k] + sizeB * distance[b][k]) / (sizeA + sizeB);
            distance[b][k] = mean;
            distance[k][b] = mean;
        }
        clusters[b] = joined(clusters[b], clusters[a], similarity);
        clusters[a] = new int[0];
    }

    /** Of the four ways to put two ordered halves side by side, the one whose touching ends are most alike. */
    private static int[] joined(int[] left, int[] right, Matrix similarity) {
        int[] best = new int[0];
        double closest = Double.NEGATIVE_INFINITY;
        for (int way = 0; way < 4; way++) {
            int[] first = (way & 1) == 0 ? left : reversed(left);
            int[] second = (way & 2) == 0 ? right : reversed(right);
            double touching = similarity.get(first[first.length - 1], second[0]);
            if (touching > closest) {
                closest = touching;
                best = IntStream.concat(IntStream.of(first), IntStream.of(second))
                        .toArray();
            }
        }
        return best;
    }

    private static int[] reversed(int[] order) {
        return IntStream.range(0, order.length)
                .map(i -> order[order.length - 1 - i])
                .toArray();
    }
}
