package dev.kith.data.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Matrix;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Boosted trees of scikit-learn 1.2.1 on the same rows with as many trees and leaves: {@code histogram_trees.py} says what they are. Bins and
 * the treatment of codes differ, so trees differ; rows held out must be predicted as well, and much alike.
 */
class BoostingOracleTest {
    /** Held-out errors may be larger by this, for other bins. */
    private static final double WORSE = 1.02;
    /** The mean squared difference of predictions, as a share of their variance. */
    private static final double APART = 0.06;

    private static final int TASK = 4;

    private static double[][] table() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(BoostingOracleTest.class.getResourceAsStream("histogram_trees.csv")),
                StandardCharsets.UTF_8))) {
            List<String> lines = in.lines().skip(1).toList();
            return lines.stream()
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 7", "16, 8"})
    void rowsHeldOutArePredictedAsWellAsByScikitLearn(int leaves, int theirs) throws IOException {
        double[][] table = table();
        int learned = (int) Arrays.stream(table).filter(row -> row[6] == 0).count();
        Matrix x = Matrix.zeros(learned, TASK + 1);
        double[] y = new double[learned];
        double[] ones = new double[learned];
        Arrays.fill(ones, 1);
        for (int i = 0; i < learned; i++) {
            features(table[i], x, i);
            y[i] = table[i][5];
        }
        boolean[] codes = {false, false, false, false, true};
        TreeEnsemble trees = new Boosting(leaves, 0.1, 5, false).grow(new Boosting.Rows(x, y, ones), codes, 100);
        double ours = 0;
        double other = 0;
        double apart = 0;
        double variance = 0;
        Matrix one = Matrix.zeros(1, TASK + 1);
        for (int i = learned; i < table.length; i++) {
            features(table[i], one, 0);
            double value = trees.value(one.row(0));
            ours += Math.pow(value - table[i][5], 2);
            other += Math.pow(table[i][theirs] - table[i][5], 2);
            apart += Math.pow(value - table[i][theirs], 2);
            variance += Math.pow(table[i][theirs], 2);
        }
        assertThat(Math.sqrt(ours / other)).isLessThan(WORSE);
        assertThat(apart / variance).isLessThan(APART);
    }

    private static void features(double[] row, Matrix x, int i) {
        for (int j = 0; j < TASK; j++) {
            x.set(i, j, row[j + 1]);
        }
        x.set(i, TASK, row[0]);
    }
}
