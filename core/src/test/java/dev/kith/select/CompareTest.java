package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.score.Verdict;
import dev.kith.select.Comparison.Compared;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Does sharing help, asked of the library. */
class CompareTest {
    private static final Dataset RELATED = Families.identical(1, 8, 12, 4, 1);

    @Test
    void relatedTasksAreToldToShare() {
        Comparison c = Compare.on(RELATED).methods("mean", "mtfl").folds(3).run();
        assertThat(c.methods()).extracting(Comparison.Compared::name).containsExactly("stl", "mean", "mtfl");
        assertThat(c.headline()).startsWith("Sharing helps");
        assertThat(c.answer().share()).isGreaterThan(0);
        assertThat(c.verdict(RELATED.tasks().get(0))).isIn((Object[]) Verdict.values());
        assertThat(c.best().model().info().method()).isEqualTo(c.winner().name());
        assertThat(c.best()).as("trained once").isSameAs(c.best());
        assertThatThrownBy(() -> c.verdict("nobody")).hasMessageContaining("nobody");
    }

    @Test
    void theSafeModelPredictsEachTaskAsWhateverServedItBetter() {
        Comparison c = Compare.on(RELATED).methods("pooled").folds(3).run();
        Model safe = c.safeModel();
        Model alone = c.trained(c.baseline()).model();
        Model shared = c.trained(c.sharing()).model();
        for (int t = 0; t < RELATED.taskCount(); t++) {
            Model expected = c.alone(c.sharing()).contains(RELATED.tasks().get(t)) ? alone : shared;
            assertThat(safe.predict(RELATED.inputs()).column(t))
                    .containsExactly(expected.predict(RELATED.inputs()).column(t));
        }
    }

    @Test
    void threadsAndListenersDoNotChangeTheResult() {
        Compare compare = Compare.on(RELATED).methods("mean").folds(3);
        List<Optional<Comparison>> partial = new ArrayList<>();
        AtomicInteger trained = new AtomicInteger();
        Comparison listened = compare.threads(2).run(new Compare.Listener() {
            @Override
            public void trained(String method, double seconds, int done, int of) {
                trained.incrementAndGet();
            }

            @Override
            public void soFar(List<String> done, int of, Optional<Comparison> result) {
                partial.add(result);
            }
        });
        assertThat(trained).hasValue(6);
        assertThat(partial).isNotEmpty();
        Comparison single = compare.threads(1).run();
        assertThat(listened.sharing().heldOut().predictions())
                .containsExactly(single.sharing().heldOut().predictions());
        assertThat(listened.headline()).isEqualTo(single.headline());
    }

    /** The third method's first training is kept waiting until the time is over: what was done by then is compared and used. */
    @Test
    void methodsThatThereIsNoTimeForAreNamedAndTheOthersUsed() {
        double seconds = 4;
        long start = System.nanoTime();
        AtomicInteger trained = new AtomicInteger();
        Comparison found = Compare.on(RELATED)
                .methods("mean", "sparse", "mtfl")
                .folds(2)
                .threads(1)
                .seconds(seconds)
                .run(new Compare.Listener() {
                    @Override
                    public void trained(String method, double took, int done, int of) {
                        while (trained.get() == 3 && (System.nanoTime() - start) / 1e9 <= seconds + 0.1) {
                            Thread.onSpinWait();
                        }
                        trained.incrementAndGet();
                    }
                });
        assertThat(found.methods()).extracting(Compared::name).containsExactly("stl", "mean");
        assertThat(found.missing()).containsExactly("sparse", "mtfl");
        assertThat(trained).as("nothing was begun late").hasValue(4);
        assertThat(found.sentences())
                .contains(
                        "The time given was over before sparse, mtfl were done: nothing is said of them, and models are"
                                + " as one part of the rows trained them, not all rows.");
        assertThat(found.best())
                .as("nothing is trained any more")
                .isSameAs(found.winner().heldOut().fits().get(0));
    }

    @Test
    void aBudgetThatIsOverBeforeAnyOtherMethodIsDoneSaysSo() {
        assertThatThrownBy(
                        () -> Compare.on(RELATED).methods("mean").seconds(1e-6).run())
                .hasMessage("budget of 1.00e-06 s ended before any method but stl was done, so that there is nothing to"
                        + " compare; give more, or fewer methods or folds");
    }

    @Test
    void mistakesAreSaidBeforeAnythingIsTrained() {
        assertThatThrownBy(() -> Compare.on(RELATED).methods("stl"))
                .hasMessage("methods must name a method besides stl, which every comparison has");
        assertThatThrownBy(
                        () -> Compare.on(RELATED).methods("mean").set("mu", "1").run())
                .hasMessageStartingWith("mu is not used by any of the methods compared; it is used by sparse");
        assertThatThrownBy(() ->
                        Compare.on(RELATED).methods("mean").measure(Measure.AUC).run())
                .hasMessage("measure auc is for classes, and the labels are learned as numbers");
        assertThatThrownBy(() -> Compare.on(RELATED).seconds(Double.NaN))
                .hasMessage("budget must be a finite number of seconds > 0, got NaN");
        assertThatThrownBy(() -> Compare.on(RELATED).methods("graph").run())
                .hasMessageStartingWith("graph FILE is needed by method 'graph'");
    }

    @Test
    void methodsOfCubicTimeAreComparedByNameOnly() {
        assertThat(Compare.USUAL).noneMatch(name -> Methods.named(name).can(Capability.CUBIC));
        assertThat(Compare.on(RELATED).methods("sparse").compared())
                .extracting(Object::toString)
                .contains("sparse");
        assertThat(Compare.tuningTolerance(Methods.named("sparse")))
                .isGreaterThan(Compare.tuningTolerance(Methods.named("mtfl")));
    }

    @Test
    void lossesDecideWhatIsComparedAndByWhat() {
        assertThat(Compare.on(RELATED).compared())
                .extracting(Object::toString)
                .containsExactlyElementsOf(Stream.concat(Compare.USUAL.stream(), Stream.of("mean-gaussian"))
                        .toList());
        assertThat(Compare.on(RELATED).loss(Losses.hinge()).compared())
                .extracting(Object::toString)
                .endsWith("mkl");
    }

    /** Trees know two losses and no kernel; unasked they stay out of what they would refuse. */
    @Test
    void treesStayOutOfWhatTheyDoNotLearn() {
        Dataset numbers = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[] {1}, new double[] {2}, new double[] {3}, new double[] {4})),
                List.of("a", "b"),
                new int[] {0, 0, 1, 1},
                new double[] {1, 2, 3, 4});
        assertThat(Compare.on(numbers).compared()).extracting(Method::name).contains("boosted");
        assertThat(Compare.on(numbers).loss(Losses.poisson()).compared())
                .extracting(Method::name)
                .contains("mean")
                .doesNotContain("boosted");
        assertThat(Compare.on(numbers).kernel(new Gaussian(1)).compared())
                .extracting(Method::name)
                .doesNotContain("boosted");
    }

    /** As many features as rows: REML has nothing to estimate variances from. Unasked, that is no reason to end the comparison. */
    @Test
    void aUsualMethodThatDoesNotTakeTheDataIsLeftOutAndNamed() {
        int rows = 24;
        SplittableRandom dice = new SplittableRandom(3);
        Matrix x = Matrix.zeros(rows, rows);
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                x.set(i, j, dice.nextGaussian());
            }
            y[i] = x.get(i, 0) + 0.1 * dice.nextGaussian();
        }
        Dataset wide = Dataset.ofLong(
                DenseInputs.of(x),
                List.of("a", "b"),
                IntStream.range(0, rows).map(i -> i % 2).toArray(),
                y);
        Comparison found = Compare.on(wide).threads(1).folds(2).run();
        assertThat(found.refused()).containsOnlyKeys("mixed", "mean-gaussian");
        assertThat(found.missing()).isEmpty();
        assertThat(found.methods()).extracting(Comparison.Compared::name).contains("mean", "boosted");
        assertThat(found.sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .contains("mixed, as method 'mixed' needs more labels than features", "Left out: "));
        assertThatThrownBy(() ->
                        Compare.on(wide).methods("mixed").threads(1).folds(2).run())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("needs more labels than features");
    }

    /** Two clusters of one task are none: without a task column a comparison ended in an error. */
    @Test
    void oneTaskIsNotDividedIntoClusters() {
        Dataset one = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[] {1}, new double[] {2}, new double[] {3}, new double[] {4})),
                List.of("a"),
                new int[4],
                new double[] {1, 2, 3, 4});
        assertThat(Compare.on(one).compared())
                .extracting(Method::name)
                .contains("mtrl")
                .doesNotContain("cluster");
        assertThat(Compare.on(one).methods(List.of("cluster")).compared())
                .extracting(Method::name)
                .contains("cluster");
    }
}
