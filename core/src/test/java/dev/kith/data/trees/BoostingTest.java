package dev.kith.data.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoostingTest {
    private static final double[] ONES = ones(60);

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static Matrix numbers(Random random, int rows, int cols) {
        Matrix x = Matrix.zeros(rows, cols);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                x.set(i, j, random.nextGaussian());
            }
        }
        return x;
    }

    /** All splits of all features, written down plainly: gain to second order, leaves of at least three rows. */
    @Test
    void theFirstSplitIsTheBestOfAll() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Matrix x = numbers(random, 60, 3);
            double[] y = random.doubles(60).toArray();
            TreeEnsemble trees = new Boosting(2, 1, 3, false).grow(new Boosting.Rows(x, y, ONES), new boolean[3], 1);
            double mean = Arrays.stream(y).average().orElseThrow();
            double best = 0;
            double[] expected = {};
            for (int j = 0; j < 3; j++) {
                for (int cut = 0; cut < 60; cut++) {
                    double at = x.get(cut, j);
                    double g = 0;
                    double total = 0;
                    int n = 0;
                    for (int i = 0; i < 60; i++) {
                        total += mean - y[i];
                        if (x.get(i, j) < at) {
                            g += mean - y[i];
                            n++;
                        }
                    }
                    double gain = g * g / (n + 1) + (total - g) * (total - g) / (60 - n + 1);
                    if (n >= 3 && 60 - n >= 3 && gain > best) {
                        best = gain;
                        expected = new double[] {j, at, -g / (n + 1), -(total - g) / (60 - n + 1)};
                    }
                }
            }
            for (int i = 0; i < 60; i++) {
                double side = x.get(i, (int) expected[0]) < expected[1] ? expected[2] : expected[3];
                assertThat(trees.value(x.row(i))).as("seed %s, row %s", seed, i).isCloseTo(mean + side, within(1e-12));
            }
        }
    }

    @Test
    void codesArePartedInTheOrderOfTheirMeans() {
        Random random = new Random(1);
        double[] effect = {3, -2, 1.5, 4, -3};
        Matrix x = Matrix.zeros(500, 1);
        double[] y = new double[500];
        for (int i = 0; i < 500; i++) {
            int code = random.nextInt(5);
            x.set(i, 0, code);
            y[i] = effect[code] + 0.1 * random.nextGaussian();
        }
        TreeEnsemble trees =
                new Boosting(2, 1, 3, false).grow(new Boosting.Rows(x, y, ones(500)), new boolean[] {true}, 1);
        assertThat(trees.nodes().get(0)).isInstanceOfSatisfying(TreeEnsemble.Node.Among.class, split -> {
            Set<Integer> one = split.codes();
            Set<Integer> other = new HashSet<>(Set.of(0, 1, 2, 3, 4));
            other.removeAll(one);
            assertThat(List.of(one, other)).containsExactlyInAnyOrder(Set.of(1, 4), Set.of(0, 2, 3));
        });
    }

    @Test
    void aCodeNobodySawGoesWithTheMany() {
        Matrix x = Matrix.zeros(30, 1);
        double[] y = new double[30];
        for (int i = 0; i < 30; i++) {
            x.set(i, 0, i < 10 ? 0 : 1);
            y[i] = i < 10 ? -5 : 5;
        }
        TreeEnsemble trees =
                new Boosting(2, 1, 1, false).grow(new Boosting.Rows(x, y, ones(30)), new boolean[] {true}, 1);
        assertThat(trees.value(7)).isEqualTo(trees.value(1)).isGreaterThan(trees.value(0));
    }

    @Test
    void trainingLossFallsWithEveryTree() {
        for (boolean classes : new boolean[] {false, true}) {
            Random random = new Random(5);
            Matrix x = numbers(random, 300, 4);
            double[] y = new double[300];
            for (int i = 0; i < 300; i++) {
                double f = x.get(i, 0) * x.get(i, 1) + Math.sin(3 * x.get(i, 2));
                y[i] = classes ? (random.nextDouble() < 1 / (1 + Math.exp(-2 * f)) ? 1 : 0) : f;
            }
            double[] weights = random.doubles(300, 0.5, 2).toArray();
            Boosting boosting = new Boosting(8, 0.3, 5, classes);
            int[] all = IntStream.range(0, 300).toArray();
            Growth growth = boosting.start(Bins.of(x, new boolean[4]), y, weights, all);
            List<Double> losses = new ArrayList<>();
            for (int count = 0; count < 40; count++) {
                growth.next();
                losses.add(IntStream.of(all)
                        .mapToDouble(i -> weights[i] * boosting.loss(y[i], growth.value(i)))
                        .sum());
            }
            for (int k = 1; k < losses.size(); k++) {
                assertThat(losses.get(k)).isLessThan(losses.get(k - 1));
            }
            for (int i : all) {
                assertThat(growth.trees().value(x.row(i))).isCloseTo(growth.value(i), within(1e-12));
            }
        }
    }

    @Test
    void aWeightOfTwoIsTheRowTwice() {
        Random random = new Random(9);
        Matrix x = numbers(random, 60, 2);
        double[] y = random.doubles(60).toArray();
        double[] weights = new double[60];
        Matrix twice = Matrix.zeros(90, 2);
        double[] labels = new double[90];
        int at = 0;
        for (int i = 0; i < 60; i++) {
            weights[i] = i % 2 == 0 ? 2 : 1;
            for (int k = 0; k < weights[i]; k++) {
                twice.set(at, 0, x.get(i, 0));
                twice.set(at, 1, x.get(i, 1));
                labels[at++] = y[i];
            }
        }
        TreeEnsemble one = new Boosting(4, 0.5, 1, false).grow(new Boosting.Rows(x, y, weights), new boolean[2], 5);
        TreeEnsemble two =
                new Boosting(4, 0.5, 1, false).grow(new Boosting.Rows(twice, labels, ones(90)), new boolean[2], 5);
        for (int i = 0; i < 60; i++) {
            assertThat(one.value(x.row(i))).isCloseTo(two.value(x.row(i)), within(1e-12));
        }
    }

    @Test
    void anInteractionIsLearned() {
        Random random = new Random(3);
        Matrix x = numbers(random, 2000, 3);
        double[] y = new double[2000];
        for (int i = 0; i < 2000; i++) {
            y[i] = Math.signum(x.get(i, 0)) * Math.signum(x.get(i, 1));
        }
        TreeEnsemble trees =
                new Boosting(8, 0.2, 5, false).grow(new Boosting.Rows(x, y, ones(2000)), new boolean[3], 60);
        Matrix fresh = numbers(random, 1000, 3);
        double wrong = 0;
        for (int i = 0; i < 1000; i++) {
            wrong += Math.signum(trees.value(fresh.row(i)))
                            != Math.signum(fresh.get(i, 0)) * Math.signum(fresh.get(i, 1))
                    ? 1
                    : 0;
        }
        assertThat(wrong / 1000).isLessThan(0.03);
        assertThat(trees.splits()[2]).isLessThan(trees.splits()[0]);
    }

    @Test
    void theFirstTreesAreThoseOfAShorterRun() {
        Random random = new Random(4);
        Matrix x = numbers(random, 200, 2);
        Boosting.Rows rows = new Boosting.Rows(x, random.doubles(200).toArray(), ones(200));
        Boosting boosting = new Boosting(5, 0.1, 3, false);
        TreeEnsemble longer = boosting.grow(rows, new boolean[2], 12);
        assertThat(longer.first(7)).isEqualTo(boosting.grow(rows, new boolean[2], 7));
    }

    /** Indicators of a category, a code and a number that each code has one of, in whatever sets they are added up. */
    private static Matrix together(Random random, int rows) {
        Matrix x = Matrix.zeros(rows, 7);
        for (int i = 0; i < rows; i++) {
            int code = random.nextInt(30);
            x.set(i, random.nextInt(4), 1);
            x.set(i, 4, code);
            x.set(i, 5, code % 7);
            x.set(i, 6, random.nextGaussian());
        }
        return x;
    }

    @Test
    void columnsThatGoTogetherAreSummedOnce() {
        Random random = new Random(6);
        Matrix x = together(random, 4000);
        Bins bins = Bins.of(x, new boolean[] {false, false, false, false, true, false, false});
        assertThat(bins.cells()).hasSize(2);
        int[] rows = IntStream.range(0, 4000).filter(i -> i % 3 > 0).toArray();
        for (boolean alike : new boolean[] {true, false}) {
            double[] h = alike ? ones(4000) : random.doubles(4000).toArray();
            double[] g = random.doubles(4000).toArray();
            for (int to : new int[] {10, rows.length}) { // column by column, and by cells
                Slopes slopes = Slopes.of(bins, rows, 0, to, new Slopes.Each(g, h, alike));
                for (int j = 0; j < 7; j++) {
                    double[][] expected = new double[3][bins.count(j)];
                    for (int k = 0; k < to; k++) {
                        int bin = bins.of(j)[rows[k]];
                        expected[0][bin] += g[rows[k]];
                        expected[1][bin] += h[rows[k]];
                        expected[2][bin]++;
                    }
                    for (int b = 0; b < bins.count(j); b++) {
                        assertThat(slopes.first(j, b)).isCloseTo(expected[0][b], within(1e-9));
                        assertThat(slopes.second(j, b)).isCloseTo(expected[1][b], within(1e-9));
                        assertThat(slopes.rows(j, b)).isEqualTo(expected[2][b]);
                    }
                }
            }
        }
    }

    @Test
    void rowsThatAreNotLearnedFromHaveTheValuesOfTheTrees() {
        Random random = new Random(7);
        Matrix x = together(random, 900);
        double[] y = random.doubles(900).toArray();
        boolean[] codes = {false, false, false, false, true, false, false};
        int[] learned = IntStream.range(0, 900).filter(i -> i % 4 > 0).toArray();
        Growth growth = new Boosting(9, 0.2, 3, false).start(Bins.of(x, codes), y, ones(900), learned);
        TreeEnsemble trees = Boosting.grow(growth, 20);
        for (int i = 0; i < 900; i++) {
            assertThat(growth.value(i)).isCloseTo(trees.value(x.row(i)), within(1e-12));
        }
        double[] others = y.clone();
        IntStream.range(0, 900).filter(i -> i % 4 == 0).forEach(i -> others[i] = Double.NaN);
        Growth blind = new Boosting(9, 0.2, 3, false).start(Bins.of(x, codes), others, ones(900), learned);
        assertThat(Boosting.grow(blind, 20)).isEqualTo(trees);
    }

    @Test
    void thingsAreSortedByTheirNumbersAndEqualOnesStay() {
        Random random = new Random(8);
        for (int n : new int[] {0, 1, 2, 13, 100, 207}) {
            double[] number = random.ints(n, 0, 20).asDoubleStream().toArray();
            int[] things = IntStream.range(0, n).toArray();
            int[] expected = IntStream.range(0, n)
                    .boxed()
                    .sorted((a, b) -> Double.compare(number[a], number[b]))
                    .mapToInt(i -> i)
                    .toArray();
            Order.sort(things, n, number);
            assertThat(things).isEqualTo(expected);
        }
    }
}
