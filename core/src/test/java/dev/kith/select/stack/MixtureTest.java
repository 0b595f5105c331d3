package dev.kith.select.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MixtureTest {
    private static final List<String> TASKS = List.of("a", "b", "c");

    private static Dataset data() {
        Random random = new Random(5);
        Matrix x = Matrix.zeros(20, 2).map(v -> random.nextGaussian());
        Matrix y = Matrix.zeros(20, 3).map(v -> random.nextGaussian());
        return Dataset.ofWide(DenseInputs.of(x), TASKS, y);
    }

    private static Model train(Kernel kernel, Relation relation) {
        return new ConvexTrainer(Losses.squared(), kernel, relation, 0.1, Training.defaults())
                .train(data())
                .model();
    }

    private static void check(Kernel kernel) {
        Model shared = train(kernel, Relations.mean(5));
        Model single = train(kernel, Relations.independent());
        Model mixed = Mixture.of(shared, single, Set.of("b"));
        Matrix z = mixed.predict(data().inputs());
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < 3; t++) {
                Model owner = t == 1 ? single : shared;
                assertThat(z.get(i, t)).isEqualTo(owner.predict(data().inputs()).get(i, t));
            }
        }
        assertThat(mixed.structure().orElseThrow().entry(1, 0)).isZero();
        assertThat(mixed.structure().orElseThrow().entry(2, 0))
                .isEqualTo(shared.structure().orElseThrow().entry(2, 0));
        assertThat(mixed.info().method()).isEqualTo("safe");
        assertThat(mixed.info().gap()).isEmpty();
        assertThat(mixed.info().parameters()).containsEntry("alone-tasks", "b");
    }

    @Test
    void linearModelsMix() {
        check(new Linear());
    }

    @Test
    void kernelModelsMix() {
        check(new Gaussian(1));
    }

    @Test
    void differentKernelsDoNot() {
        assertThatThrownBy(() -> Mixture.of(
                        train(new Gaussian(1), Relations.mean(5)),
                        train(new Linear(), Relations.independent()),
                        Set.of()))
                .hasMessage("models of methods 'mean' and 'stl' cannot be mixed: they must be linear, or have the same"
                        + " kernel inputs");
    }
}
