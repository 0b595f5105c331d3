package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.simulated.Simulations;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Matrix;
import dev.kith.method.Capability;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tuned fit chooses what is open and nothing else, and is the fit of what it says it chose. */
class SearchTest {
    private static final Dataset DATA = Families.identical(1, 6, 25, 4, 0.5);

    @Test
    void theFitIsThatOfTheChoice() {
        Search search = Search.on(DATA).method("sparse").folds(3);
        Choice choice = search.choose();
        Fit<Model> fit = search.run();
        assertThat(choice.lambda()).isPresent();
        assertThat(choice.chosen()).containsOnlyKeys("lambda", "mu");
        assertThat(choice.by()).containsEntry("eps", "default").containsEntry("mu", "3-fold cross-validation");
        assertThat(fit.model().info().asked().parameters())
                .containsEntry("mu", choice.chosen().get("mu"));
        Model again = choice.trainer().train(DATA).model();
        assertThat(fit.model()
                        .predict(DATA.inputs())
                        .plus(-1, again.predict(DATA.inputs()))
                        .maxAbs())
                .isZero();
    }

    /** Parameters that used to stay at their defaults, each with the method that has it. */
    @ParameterizedTest
    @CsvSource({
        "mtrl, lambda1",
        "elastic, ratio",
        "schatten-norm, p",
        "dirty, sparse-cost",
        "l21-relation, feature-cost",
        "factor, rank",
        "transfer, mu"
    })
    void ownParametersAreChosenTogetherWithLambda(String method, String parameter) {
        Choice choice = Search.on(DATA).method(method).folds(3).choose();
        assertThat(choice.chosen()).containsOnlyKeys("lambda", parameter);
        assertThat(choice.by()).containsEntry(parameter, "3-fold cross-validation");
    }

    /** Independent tasks whose weights are of any rank: a trace of 1 to share suits them less than a ridge beside it. */
    @Test
    void aRidgeBesideTheStructureIsFoundWhereItHelps() {
        Dataset unrelated = Families.independent(7, 6, 25, 6, 1.5);
        Choice free = Search.on(unrelated).method("mtrl").folds(3).choose();
        Choice none =
                Search.on(unrelated).method("mtrl").set("lambda1", 0).folds(3).choose();
        assertThat(free.setup().settings().number("lambda1")).isPositive();
        assertThat(none.setup().settings().number("lambda1")).isZero();
    }

    @Test
    void whatIsGivenIsNotSearched() {
        List<Integer> tried = new ArrayList<>();
        Choice choice = Search.on(DATA)
                .method("sparse")
                .lambda(0.1)
                .set("mu", 0.5)
                .choose((method, candidate) -> tried.add(candidate));
        assertThat(tried).isEmpty();
        assertThat(choice.tuned()).isFalse();
        assertThat(choice.by()).containsEntry("lambda", "given").containsEntry("mu", "given");
    }

    @Test
    void defaultsForTheRestAreKept() {
        Choice choice =
                Search.on(DATA).method("sparse").defaultsForTheRest().folds(3).choose();
        assertThat(choice.setup().settings().number("mu")).isEqualTo(0.7);
        assertThat(choice.chosen()).containsOnlyKeys("lambda");
    }

    @Test
    void aMethodWithoutLambdaHasItsOwnStrength() {
        Choice choice = Search.on(DATA).method("mkl").folds(2).choose();
        assertThat(choice.method().can(Capability.LAMBDA)).isFalse();
        assertThat(choice.lambda()).isEmpty();
        assertThat(choice.chosen()).containsOnlyKeys("C");
        assertThatThrownBy(() -> Search.on(DATA).method("mkl").lambda(1).choose())
                .hasMessage("lambda is not used by method 'mkl'; it has C instead");
    }

    @Test
    void aMethodHasToBeNamed() {
        assertThatThrownBy(() -> Search.on(DATA).run())
                .hasMessage("a search needs a method: Search.on(data).method(\"mtfl\")");
    }

    /** Knowing that outputs lie on a circle helps, with kernel width and lambda chosen for each. */
    @Test
    void aConstraintThatHoldsBeatsNone() {
        Dataset train = Simulations.draw("circle", "train", 50, "test", 0, "noise", 0.05, "seed", 14)
                .data();
        Dataset test = Simulations.draw("circle", "train", 1, "test", 500, "noise", 0, "seed", 15)
                .test()
                .orElseThrow();
        double constrained = error(train, test, "sphere");
        assertThat(constrained).isLessThan(error(train, test, "box:-1e9:1e9")).isLessThan(0.002);
    }

    private static double error(Dataset train, Dataset test, String constraint) {
        Model model = Search.on(train)
                .method("constrained")
                .set("constraint", constraint)
                .training(usual -> usual.withScaling(false, usual.targetScale()))
                .run()
                .model();
        Matrix found = model.predict(test.inputs());
        double sum = 0;
        for (int o = 0; o < test.size(); o++) {
            double miss = found.get(test.row(o), test.task(o)) - test.label(o);
            sum += miss * miss / test.size();
        }
        return sum;
    }

    /** A wave of three and a half turns over inputs of any unit: the median distance is far too wide, and a search says by how much. */
    @Test
    void widthsAreSearchedAsMultiplesOfTheMedianDistance() {
        Dataset waves = waves(1);
        Choice median = Search.on(waves)
                .method("mean")
                .kernel(Kernels.parse("gaussian"))
                .folds(3)
                .choose();
        assertThat(median.kernel()).isInstanceOf(Gaussian.class);
        assertThat(median.by()).doesNotContainKey("width");
        Choice found = Search.on(waves)
                .method("mean")
                .defaultsForTheRest()
                .kernel(Kernels.parse("gaussian:auto"))
                .folds(3)
                .choose();
        assertThat(found.by()).containsEntry("width", "3-fold cross-validation");
        assertThat(found.chosen()).containsOnlyKeys("gamma", "lambda", "width");
        assertThat(found.setup().settings().number("width")).isLessThan(0.8);
        assertThat(((Gaussian) found.kernel()).width()).isLessThan(0.8 * ((Gaussian) median.kernel()).width());
        Choice otherUnit = Search.on(waves(1e6))
                .method("mean")
                .defaultsForTheRest()
                .training(usual -> usual.withScaling(false, usual.targetScale()))
                .kernel(Kernels.parse("gaussian:auto"))
                .folds(3)
                .choose();
        assertThat(otherUnit.chosen().get("width")).isEqualTo(found.chosen().get("width"));
        Model model = found.trainer().train(waves).model();
        assertThat(model.info().kernel()).isEqualTo(found.kernel().spec());
    }

    @Test
    void aWidthIsSaidOnce() {
        assertThatThrownBy(() -> Search.on(DATA)
                        .method("mean")
                        .set("width", 2)
                        .kernel(Kernels.parse("gaussian:3"))
                        .choose())
                .hasMessage("width is for a kernel that does not say its width, such as gaussian; got 'gaussian:3.0'");
        assertThatThrownBy(() -> Search.on(DATA).method("mean").set("width", 2).choose())
                .hasMessage(
                        "width is for a kernel whose width follows the data: --kernel gaussian or laplace, got 'linear'");
        Choice twice = Search.on(DATA)
                .method("mean")
                .lambda(1)
                .set("gamma", 1)
                .set("width", 2)
                .kernel(Kernels.parse("gaussian"))
                .choose();
        Choice once = Search.on(DATA)
                .method("mean")
                .lambda(1)
                .set("gamma", 1)
                .kernel(Kernels.parse("gaussian"))
                .choose();
        assertThat(((Gaussian) twice.kernel()).width()).isCloseTo(2 * ((Gaussian) once.kernel()).width(), within(0.02));
    }

    private static Dataset waves(double unit) {
        SplittableRandom random = new SplittableRandom(4);
        Matrix x = Matrix.zeros(240, 1);
        double[] y = new double[240];
        int[] task = new int[240];
        for (int i = 0; i < y.length; i++) {
            double at = random.nextDouble();
            task[i] = i % 3;
            x.set(i, 0, unit * at);
            y[i] = Math.sin(7 * Math.PI * at) + 0.1 * random.nextGaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "c"), task, y);
    }
}
