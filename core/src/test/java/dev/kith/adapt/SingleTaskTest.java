package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.file.Examples;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleTaskTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private static Inputs inputs(Model model) {
        if (model instanceof KernelModel kernel) {
            return kernel.support();
        }
        if (model instanceof KernelSumModel sum) {
            return sum.support();
        }
        List<String> features = model.info().features();
        double[] numbers = new Random(3).doubles(4L * features.size(), -2, 2).toArray();
        return new DenseInputs(Matrix.wrap(4, features.size(), numbers), features);
    }

    @Test
    void everyTaskOfEveryKindPredictsAloneAsAmongTheOthers() throws IOException {
        int taken = 0;
        for (Map.Entry<String, Model> example : new Examples(11).all().entrySet()) {
            Model model = example.getValue();
            for (String task : model.info().tasks()) {
                if (model instanceof ConstrainedModel) {
                    assertThatThrownBy(() -> SingleTask.of(model, task))
                            .isInstanceOf(DataException.class)
                            .hasMessageContaining("cannot be taken out: the outputs of method");
                    continue;
                }
                if (model instanceof LinearModel.Crossed) {
                    assertThatThrownBy(() -> SingleTask.of(model, task))
                            .isInstanceOf(DataException.class)
                            .hasMessageContaining("its rows also belong to levels of 'shop', 'kind'");
                    continue;
                }
                Model one = SingleTask.of(model, task);
                ModelFile.write(one, dir.resolve("one.kith"));
                Inputs x = inputs(model);
                double[] among = model.predict(x).column(model.info().task(task));
                assertThat(one.predict(x).column(0))
                        .as("%s, %s", example.getKey(), task)
                        .containsExactly(among, within(1e-12));
                assertThat(ModelFile.read(dir.resolve("one.kith")).predict(x)).isEqualTo(one.predict(x));
                assertThat(one.info().tasks()).containsExactly(task);
                assertThat(one.info().asked().parameters())
                        .isEqualTo(model.info().asked().parameters());
                assertThat(one.info().columns())
                        .as("rows of one task need not name it")
                        .isEqualTo(Columns.WIDE);
                assertThat(one.info().gap()).isEmpty();
                taken++;
            }
        }
        assertThat(taken).isGreaterThanOrEqualTo(14);
    }

    @Test
    void anUnknownTaskIsRefused() {
        Model model = new Examples(1).nodes();
        assertThatThrownBy(() -> SingleTask.of(model, "nobody"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("unknown task 'nobody'");
    }
}
