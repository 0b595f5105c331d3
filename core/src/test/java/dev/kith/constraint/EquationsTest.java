package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.constraint.equation.ShortVectors;
import dev.kith.numeric.Points;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class EquationsTest extends ConstraintSetContract {
    private static final List<String> TWO = List.of("y1", "y2");
    private static final List<String> THREE = List.of("y1", "y2", "y3");

    private static ConstraintSet set(String text, List<String> tasks) {
        return Equations.parse(text, tasks);
    }

    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {
            set("y1^2 + y2^2 - 1 = 0", TWO),
            set("(y1/3)^2 + y2^2 = 1", TWO),
            set("y1^4 - (y1^2 - y2^2) = 0", TWO),
            set("y1*y2 = 1", TWO),
            set("y2 = exp(y1)", TWO),
            set("y1^2 + y2^2 + y3^2 = 4; y3 = y1*y2", THREE),
            set("(sqrt(y1^2 + y2^2) - 2)^2 + y3^2 = 0.25", THREE),
            set("y1 + 2*y2 - y3/4 = 1", THREE)
        };
    }

    /** Nearest of 200,000 points along the parametrised curve. */
    private static void nearestAlong(String text, DoubleFunction<double[]> curve) {
        ConstraintSet set = set(text, TWO);
        SplittableRandom random = new SplittableRandom(12);
        int n = 200_000;
        double[][] points = new double[n][];
        for (int i = 0; i < n; i++) {
            points[i] = curve.apply(2 * Math.PI * i / n);
        }
        for (int k = 0; k < 60; k++) {
            double[] p = Points.gaussian(random, 2);
            double[] w = {Math.exp(random.nextGaussian()), Math.exp(random.nextGaussian())};
            double least = Double.POSITIVE_INFINITY;
            for (double[] c : points) {
                least = Math.min(least, Points.squaredDistance(c, p, w));
            }
            double reached = Math.pow(set.project(p, w).distance(), 2);
            assertThat(reached).as("%s query %d", text, k).isBetween(least - 1e-3 * (1 + least), least + 1e-7);
        }
    }

    @Test
    void nearestOnTheCircle() {
        nearestAlong("y1^2 + y2^2 = 1", a -> new double[] {Math.cos(a), Math.sin(a)});
    }

    @Test
    void nearestOnTheLemniscate() {
        nearestAlong("y1^4 - (y1^2 - y2^2) = 0", a -> new double[] {Math.sin(a), Math.sin(a) * Math.cos(a)});
    }

    @Test
    void nearestOnAFlatEllipse() {
        nearestAlong("y1^2/9 + 4*y2^2 = 1", a -> new double[] {3 * Math.cos(a), 0.5 * Math.sin(a)});
    }

    @Test
    void theEquationOfASphereProjectsLikeTheSphere() {
        ConstraintSet text = set("y1^2 + y2^2 + y3^2 - 6.25 = 0", THREE);
        Sphere sphere = new Sphere(3, 2.5);
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < 200; k++) {
            double[] p = Points.gaussian(random, 3);
            double[] w = {1, 1 + random.nextDouble(), 5};
            assertThat(text.project(p, w).point())
                    .containsExactly(sphere.project(p, w).point(), within(1e-9));
        }
    }

    @Test
    void everyAnswerSolvesTheEquationTo1em9() {
        Equations circle = (Equations) set("y1^2 + y2^2 - 1 = 0", TWO);
        Equations lemniscate = (Equations) set("y1^4 - (y1^2 - y2^2) = 0", TWO);
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < 1500; k++) {
            double[] p = Points.gaussian(random, 2);
            double size = Math.pow(10, 6 * random.nextDouble() - 4);
            ShortVectors.scaleInto(p, size);
            assertThat(circle.residual(circle.project(p).point())).isLessThan(1e-9);
            assertThat(lemniscate.residual(lemniscate.project(p).point())).isLessThan(1e-9);
        }
    }

    @Test
    void queriesWhereTheGradientVanishesAreAnswered() {
        ConstraintSet circle = set("y1^2 + y2^2 - 1 = 0", TWO);
        assertThat(circle.project(0, 0).distance()).isCloseTo(1, within(1e-9));
        ConstraintSet lemniscate = set("y1^4 - (y1^2 - y2^2) = 0", TWO);
        assertThat(lemniscate.project(0, 0).distance()).isZero();
        ConstraintSet cusp = set("y1^3 = y2^2", TWO);
        assertThat(cusp.project(-1, 0).distance()).isCloseTo(1, within(1e-5));
    }

    /** A quadratic equation's nearest point is always proven, any other's when the query is near. */
    @Test
    void nearbyAnswersAreProven() {
        SplittableRandom random = new SplittableRandom(6);
        for (ConstraintSet set : sets()) {
            int proven = 0;
            for (int k = 0; k < 200; k++) {
                double[] p = set.sample(random);
                for (int t = 0; t < p.length; t++) {
                    p[t] += 0.02 * random.nextGaussian();
                }
                proven += set.project(p).gap() == 0 ? 1 : 0;
            }
            assertThat(proven).as(set.spec()).isGreaterThan(180);
        }
        ConstraintSet ellipse = set("(y1/3)^2 + y2^2 = 1", TWO);
        for (int k = 0; k < 200; k++) {
            double[] p = Points.gaussian(random, 2);
            assertThat(ellipse.project(4 * p[0], 4 * p[1]).gap()).isZero();
        }
    }

    @Test
    void whatIsEquallyNearIsNotProven() {
        assertThat(set("y1^2 + y2^2 = 1", TWO).project(0, 0).gap()).isNaN();
        assertThat(set("y1^4 - (y1^2 - y2^2) = 0", TWO).project(0, 0.7).gap()).isNaN();
    }

    @Test
    void renamedTasksGiveRenamedAnswers() {
        ConstraintSet there = set("a^4 - (a^2 - b^2) = 0", List.of("a", "b"));
        ConstraintSet back = set("a^4 - (a^2 - b^2) = 0", List.of("b", "a"));
        SplittableRandom random = new SplittableRandom(8);
        for (int k = 0; k < 100; k++) {
            double[] p = Points.gaussian(random, 2);
            double[] straight = there.project(p, new double[] {1, 3}).point();
            double[] turned =
                    back.project(new double[] {p[1], p[0]}, new double[] {3, 1}).point();
            assertThat(turned).containsExactly(new double[] {straight[1], straight[0]}, within(1e-8));
        }
    }

    @Test
    void linearEquationsAreSolvedExactly() {
        ConstraintSet plane = set("2*(a - b)/4 = 1 + c", List.of("a", "b", "c"));
        assertThat(plane).isInstanceOf(Affine.class);
        assertThat(plane.spec()).isEqualTo("2*(a - b)/4 = 1 + c");
        assertThat(plane.project(2, 0, 0).distance()).isCloseTo(0, within(1e-15));
    }

    @Test
    void equationsThatRepeatOthersDoNoHarm() {
        ConstraintSet twice = set("y1^2 + y2^2 = 1; 3*y1^2 + 3*y2^2 = 3", TWO);
        assertThat(twice.project(3, 4).point()).containsExactly(new double[] {0.6, 0.8}, within(1e-9));
    }

    @Test
    void isolatedSolutionsAreFound() {
        ConstraintSet crossing = set("y1^2 + y2^2 = 5; y1*y2 = 2", TWO);
        assertThat(crossing.project(3, 0).point()).containsExactly(new double[] {2, 1}, within(1e-9));
        assertThat(crossing.project(-1, -2.5).point()).containsExactly(new double[] {-1, -2}, within(1e-9));
    }

    @Test
    void contradictionsAreReported() {
        assertThatThrownBy(() -> set("y1^2 + y2^2 + 1 = 0", TWO))
                .isInstanceOfSatisfying(
                        ProjectionException.class,
                        e -> assertThat(e.reason()).isEqualTo(ProjectionException.Reason.INFEASIBLE))
                .hasMessageContaining("no solution found from 64 starts, the least residual is 1.0");
        assertThatThrownBy(() -> set("y1 + y2 = 1; y1 + y2 = 2", TWO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("equation 2 contradicts");
        assertThatThrownBy(() -> set("y1^2 + y2^2 = 1; y1 = 3", TWO))
                .isInstanceOf(ProjectionException.class)
                .hasMessageContaining("seem to contradict each other");
        assertThatThrownBy(() -> set("exp(y1) + y2^2 = -1", TWO))
                .isInstanceOf(ProjectionException.class)
                .hasMessageContaining("seem to contradict each other");
    }

    @Test
    void singularEquationsAreReported() {
        for (String text : List.of("(y1 - y2)^2 = 0", "y1^2 + y2^2 = 0", "y1^2 - 2*y1*y2 + y2^2 = 0")) {
            assertThatThrownBy(() -> set(text, TWO))
                    .as(text)
                    .isInstanceOfSatisfying(
                            ProjectionException.class,
                            e -> assertThat(e.reason()).isEqualTo(ProjectionException.Reason.SINGULAR))
                    .hasMessageContaining("only 0 of 1 gradients are independent");
        }
        assertThatThrownBy(() -> set("y1^2 + y2^2 = 2; y1*y2 = 1", TWO)) // two curves that only touch
                .isInstanceOf(ProjectionException.class)
                .hasMessageContaining("only 1 of 2 gradients are independent");
    }

    @Test
    void equationsWithoutAValueAreReported() {
        assertThatThrownBy(() -> set("log(-y1^2 - 1) = y2", TWO))
                .isInstanceOfSatisfying(
                        ProjectionException.class,
                        e -> assertThat(e.reason()).isEqualTo(ProjectionException.Reason.UNDEFINED))
                .hasMessageContaining("has no finite value");
    }

    @Test
    void domainsAreRespected() {
        ConstraintSet curve = set("y2 = log(y1)", TWO);
        double[] c = curve.project(-3, 0).point();
        assertThat(c[1]).isCloseTo(Math.log(c[0]), within(1e-9));
    }

    @Test
    void unitsDoNotMatter() {
        ConstraintSet small = set("y1^2 + y2^2 = 1e-12", TWO);
        assertThat(small.project(3e-6, 4e-6).point()).containsExactly(new double[] {6e-7, 8e-7}, within(1e-15));
        ConstraintSet large = set("y1^2 + y2^2 = 1e12", TWO);
        assertThat(large.project(3e6, 4e6).point()).containsExactly(new double[] {6e5, 8e5}, within(1e-5));
        ConstraintSet weak = set("1e-20*(y1^2 + y2^2 - 1) = 0", TWO);
        assertThat(weak.project(3, 4).point()).containsExactly(new double[] {0.6, 0.8}, within(1e-9));
    }
}
