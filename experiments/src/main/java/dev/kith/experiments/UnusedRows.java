package dev.kith.experiments;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Rows of the arm's full data that are not in the data to learn from. The latter has one torque a row and inputs scaled
 * to [0, 1] task by task, so a row is the same where that torque is equal to the digit and standardised inputs agree.
 */
final class UnusedRows {
    private static final int JOINTS = 7;
    /** Means and deviations of 2,000 and of 4,449 rows differ by a few hundredths; other rows differ by about 1. */
    private static final double SAME = 0.3;

    private final Matrix torques;

    private UnusedRows(Matrix torques) {
        this.torques = torques;
    }

    static UnusedRows of(Dataset arm, Path file) {
        List<String> inputs = Names.numbered("x", arm.inputs().features().size());
        Matrix x = columns(file, inputs);
        Matrix y = columns(file, Names.numbered("y", JOINTS));
        Matrix xs = standardized(x);
        boolean[] used = new boolean[x.rows()];
        for (int t = 0; t < JOINTS; t++) {
            markUsed(used, arm, t, xs, y);
        }
        List<Integer> unused = new ArrayList<>();
        for (int i = 0; i < used.length; i++) {
            if (!used[i]) {
                unused.add(i);
            }
        }
        return new UnusedRows(
                y.selectRows(unused.stream().mapToInt(Integer::intValue).toArray()));
    }

    private static Matrix columns(Path file, List<String> names) {
        return ((DenseInputs)
                        Tables.read(file).rows(Roles.none().features(names)).inputs())
                .values();
    }

    private static void markUsed(boolean[] used, Dataset arm, int t, Matrix xs, Matrix y) {
        List<Integer> rows = new ArrayList<>();
        Map<Double, List<Integer>> byTorque = new HashMap<>();
        for (int o = 0; o < arm.size(); o++) {
            if (arm.task(o) == t) {
                byTorque.computeIfAbsent(arm.label(o), v -> new ArrayList<>()).add(rows.size());
                rows.add(arm.row(o));
            }
        }
        Matrix own = standardized(((DenseInputs) arm.inputs()
                        .select(rows.stream().mapToInt(Integer::intValue).toArray()))
                .values());
        for (int i = 0; i < used.length; i++) {
            for (int k : byTorque.getOrDefault(y.get(i, t), List.of())) {
                used[i] |= same(own, k, xs, i);
            }
        }
    }

    private static boolean same(Matrix a, int i, Matrix b, int k) {
        for (int j = 0; j < a.cols(); j++) {
            if (Math.abs(a.get(i, j) - b.get(k, j)) > SAME) {
                return false;
            }
        }
        return true;
    }

    /** Means and deviations of the columns. */
    private static Matrix[] moments(Matrix x) {
        Matrix mean = Matrix.zeros(1, x.cols());
        Matrix deviation = Matrix.zeros(1, x.cols());
        for (int j = 0; j < x.cols(); j++) {
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < x.rows(); i++) {
                sum += x.get(i, j);
            }
            for (int i = 0; i < x.rows(); i++) {
                squares += Math.pow(x.get(i, j) - sum / x.rows(), 2);
            }
            mean.set(0, j, sum / x.rows());
            deviation.set(0, j, Math.sqrt(squares / x.rows()));
        }
        return new Matrix[] {mean, deviation};
    }

    private static Matrix standardized(Matrix x) {
        Matrix[] moments = moments(x);
        Matrix standardized = x.copy();
        for (int i = 0; i < x.rows(); i++) {
            for (int j = 0; j < x.cols(); j++) {
                standardized.set(i, j, (x.get(i, j) - moments[0].get(0, j)) / moments[1].get(0, j));
            }
        }
        return standardized;
    }

    int count() {
        return torques.rows();
    }

    /** 1 x 7: the deviation of each joint's torque. */
    Matrix deviations() {
        return moments(torques)[1];
    }

    /** {@code count} random rows, each torque divided by its deviation. */
    Matrix sample(int count, Matrix deviation, long seed) {
        if (torques.rows() < count) {
            throw new DataException("the cloud needs " + count + " unused rows, there are " + torques.rows());
        }
        int[] order = new int[torques.rows()];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < order.length; i++) {
            int k = random.nextInt(i + 1);
            order[i] = order[k];
            order[k] = i;
        }
        Matrix cloud = torques.selectRows(java.util.Arrays.copyOf(order, count));
        for (int i = 0; i < count; i++) {
            for (int t = 0; t < JOINTS; t++) {
                cloud.set(i, t, cloud.get(i, t) / deviation.get(0, t));
            }
        }
        return cloud;
    }
}
