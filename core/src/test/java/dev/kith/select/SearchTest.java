package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.Dataset;
import dev.kith.data.simulated.Simulations;
import dev.kith.linalg.Matrix;
import dev.kith.method.Capability;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.List;
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
}
