package dev.kith.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.adapt.FittedRelation;
import dev.kith.data.Dataset;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.select.stack.Mixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalogue says the truth: defaults make trainers, ranges are those of the parts, capabilities are kept. */
class MethodsTest {
    /** Ranges that show only beside other settings: a string kernel, a relaxed constraint. */
    private static final Set<String> ELSEWHERE = Set.of("robust", "perturbed", "strings-hash");

    @TempDir
    Path directory;

    static Stream<Method> methods() {
        return Methods.all().stream();
    }

    @Test
    void namesAreDistinct() {
        assertThat(Methods.all()).extracting(Method::name).doesNotHaveDuplicates();
        assertThat(Methods.all())
                .extracting(Method::plainName)
                .doesNotHaveDuplicates()
                .allMatch(name -> !name.isBlank());
        assertThat(Methods.label("mtfl")).isEqualTo("mtfl (few shared directions)");
        assertThat(Methods.label("nobody's")).isEqualTo("nobody's");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void defaultsAndGridsLieInTheirRanges(Method method) {
        for (Parameter parameter : method.parameters()) {
            parameter.range().ifPresent(range -> {
                assertThat(parameter.grid()).allMatch(range::holds);
                if (!parameter.required()
                        && !Set.of(Parameter.AUTO, Parameter.NONE, Parameter.FREE, "lambda")
                                .contains(parameter.fallback())) {
                    assertThat(range.holds(Double.parseDouble(parameter.fallback())))
                            .as(parameter.name())
                            .isTrue();
                }
            });
        }
    }

    /** What the range allows the parts accept, and what it forbids nobody sees. */
    @ParameterizedTest
    @MethodSource("methods")
    void rangesAreThoseOfTheParts(Method method) throws IOException {
        for (Parameter parameter : method.parameters()) {
            if (parameter.range().isEmpty() || ELSEWHERE.contains(parameter.name())) {
                continue;
            }
            Range range = parameter.range().get();
            Kernel kernel = parameter.name().equals(KernelWidth.NAME) ? Kernels.parse("gaussian") : new Linear();
            Setup setup = setup(method, kernel);
            double least = range.lowIncluded() ? range.low() : range.low() + 1e-3;
            method.trainer(setup.with(setup.settings().with(parameter.name(), least)), 1);
            double outside = range.lowIncluded() ? range.low() - 1 : range.low();
            Setup wrong = setup.with(setup.settings().with(parameter.name(), outside));
            if (parameter.kind() == Parameter.Kind.NUMBER) {
                assertThatThrownBy(() -> method.trainer(wrong, 1))
                        .as(parameter.name() + " " + outside)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(parameter.name() + " must be");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void everyMethodTrainsAndKeepsItsCapabilities(Method method) throws IOException {
        Dataset data = data();
        Setup setup = setup(method, new Linear());
        Fit<? extends Model> fit = method.trainer(setup, 0.1).train(data);
        assertThat(Double.isNaN(fit.report().gap())).as("gap").isEqualTo(!method.can(Capability.CERTIFIED));
        assertThat(method.can(Capability.LAMBDA))
                .isEqualTo(!sameWeights(fit, method.trainer(setup, 10).train(data)));
        Settings given = method.has("width") ? setup.settings().with("width", Parameter.NONE) : setup.settings();
        assertThat(accepts(() -> method.trainer(setup.with(given).with(new Gaussian(2)), 0.1)
                        .train(data)))
                .as("kernels")
                .isEqualTo(method.can(Capability.KERNELS));
        TaskLosses each = TaskLosses.each(Map.of("a", Losses.squared(), "b", Losses.squared(), "c", Losses.logistic()));
        assertThat(accepts(() -> method.trainer(setup.with(each), 0.1)))
                .as("losses")
                .isEqualTo(method.can(Capability.LOSS_PER_TASK));
        Model alone = Methods.named("stl")
                .trainer(setup(Methods.named("stl"), new Linear()), 0.1)
                .train(data)
                .model();
        if (method.can(Capability.MIXES)) {
            Mixture.of(fit.model(), alone, Set.of("a"));
        }
        assertThat(accepts(() -> FittedRelation.description(fit.model())))
                .as("adapts")
                .isEqualTo(method.can(Capability.ADAPTS));
    }

    private static boolean accepts(org.junit.jupiter.api.function.Executable work) {
        try {
            work.execute();
            return true;
        } catch (IllegalArgumentException | dev.kith.data.DataException e) {
            return false;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static boolean sameWeights(Fit<? extends Model> a, Fit<? extends Model> b) {
        Matrix x = Matrix.of(new double[] {1, -1}, new double[] {0.5, 2});
        dev.kith.data.DenseInputs inputs = new dev.kith.data.DenseInputs(x, List.of("x1", "x2"));
        return a.model().predict(inputs).plus(-1, b.model().predict(inputs)).maxAbs() < 1e-9;
    }

    @Test
    void whatAMethodDoesNotUseIsRefusedWithThoseThatDo() {
        assertThatThrownBy(() -> Methods.named("stl").settings(Map.of("clusters", "2")))
                .hasMessage("clusters is not used by method 'stl'; it is used by cluster");
        assertThatThrownBy(() -> Methods.named("stl").settings(Map.of("nonsense", "2")))
                .hasMessage("nonsense is not used by method 'stl' nor by any other");
        assertThatThrownBy(() -> Methods.named("graph").settings())
                .hasMessage("graph FILE is needed by method 'graph'. Which tasks are neighbours: CSV with header,"
                        + " task,task[,weight].");
        assertThatThrownBy(() -> Methods.named("stll"))
                .hasMessageStartingWith("method must be one of stl, pooled, mean");
    }

    @Test
    void openLeavesToASearchWhatCanBeSearched() {
        Method sparse = Methods.named("sparse");
        assertThat(sparse.settings().open()).isEmpty();
        assertThat(sparse.open(Map.of()).open()).extracting(Parameter::name).containsExactly("mu");
        assertThat(sparse.open(Map.of("mu", "0.4")).open()).isEmpty();
        assertThat(sparse.open(Map.of()).start(4).number("mu")).isEqualTo(0.7);
        assertThat(sparse.open(Map.of()).first().number("mu")).isEqualTo(0.3);
    }

    @Test
    void numbersAreCheckedByName() {
        Method mean = Methods.named("mean");
        assertThatThrownBy(() -> mean.settings(Map.of("gamma", "much")).number("gamma"))
                .hasMessage("gamma must be a number or auto, got 'much'");
        assertThatThrownBy(() -> mean.settings(Map.of("gamma", "-1")).number("gamma"))
                .hasMessage("gamma must be a finite number >= 0, got -1");
        assertThatThrownBy(() -> mean.settings(Map.of("gamma", "NaN")).number("gamma"))
                .isInstanceOf(SettingException.class);
    }

    @Test
    void sizesHaveUnits() {
        Method mkl = Methods.named("mkl");
        assertThat(mkl.settings(Map.of("memory", "4g")).bytes("memory")).isEqualTo(4L << 30);
        assertThat(mkl.settings(Map.of("memory", "1.5k")).bytes("memory")).isEqualTo(1536);
        for (String wrong : List.of("", "g", "-1m", "NaN", "4t", "1e30g")) {
            assertThatThrownBy(() -> new Settings(mkl, Map.of("memory", wrong)).bytes("memory"))
                    .hasMessage("memory must be a size such as 500m or 4g, got '" + wrong + "'");
        }
    }

    /** Every parameter that has to be given, given. */
    private Setup setup(Method method, Kernel kernel) throws IOException {
        Map<String, String> given = new LinkedHashMap<>();
        for (Parameter parameter : method.parameters()) {
            if (parameter.required()) {
                given.put(
                        parameter.name(),
                        parameter.kind() == Parameter.Kind.FILE
                                        || parameter.name().equals("coding")
                                ? file(parameter)
                                : "sphere");
            }
        }
        Settings settings = method.settings(given).first();
        return new Setup(TaskLosses.all(Losses.squared()), kernel, method.usual(), Approximation.AUTO, settings);
    }

    private String file(Parameter parameter) throws IOException {
        Path file = directory.resolve(parameter.name() + ".csv");
        Files.writeString(
                file,
                switch (parameter.name()) {
                    case "graph" -> "a,b\na,b\nb,c\n";
                    case "groups" -> "task,group\na,one\nb,one\nc,two\n";
                    case "tree" -> "child,parent\na,top\nb,top\nc,top\n";
                    case "metric" -> "task,a,b,c\na,1,0.5,0\nb,0.5,1,0\nc,0,0,1\n";
                    case "coding" -> "code,a,b,c\nk,1,1,0\nl,0,1,1\n";
                    default -> throw new AssertionError(parameter);
                });
        return file.toString();
    }

    /** Three tasks on the same inputs, two of them alike. */
    private static Dataset data() {
        Random random = new Random(3);
        int n = 20;
        Matrix x = Matrix.zeros(n, 2);
        double[] labels = new double[3 * n];
        int[] rows = new int[3 * n];
        int[] tasks = new int[3 * n];
        for (int i = 0; i < n; i++) {
            x.set(i, 0, random.nextGaussian());
            x.set(i, 1, random.nextGaussian());
            for (int t = 0; t < 3; t++) {
                int o = 3 * i + t;
                rows[o] = i;
                tasks[o] = t;
                double slope = t == 2 ? -1 : 1 + 0.2 * t;
                labels[o] = slope * x.get(i, 0) + 0.5 * x.get(i, 1) + 0.1 * random.nextGaussian();
            }
        }
        double[] weights = new double[3 * n];
        java.util.Arrays.fill(weights, 1);
        return Dataset.of(
                new dev.kith.data.DenseInputs(x, List.of("x1", "x2")),
                List.of("a", "b", "c"),
                rows,
                tasks,
                labels,
                weights,
                null);
    }
}
