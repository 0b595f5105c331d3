package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.Inputs;
import dev.kith.data.Roles;
import dev.kith.file.Examples;
import dev.kith.file.GoldenFiles;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a model hands out, nobody changes the model through it. */
class ImmutabilityTest {
    private static final Set<String> OF_EVERY_OBJECT =
            Set.of("getClass", "hashCode", "toString", "notify", "notifyAll", "wait", "clone");

    /** What is made anew at every call, from names alone. */
    private static final Class<?> ROLES = Roles.class;

    static Stream<String> kinds() {
        return new Examples(7).all().keySet().stream();
    }

    /** Every matrix, sparse rows and array that the public methods without arguments lead to, by the way there. */
    private static Map<String, Object> reachable(Model model) throws ReflectiveOperationException {
        Map<String, Object> found = new LinkedHashMap<>();
        visit(model, "model", found, Collections.newSetFromMap(new IdentityHashMap<>()));
        return found;
    }

    private static void visit(Object from, String way, Map<String, Object> found, Set<Object> seen)
            throws ReflectiveOperationException {
        if (from instanceof Matrix
                || from instanceof SparseRows
                || from.getClass().isArray()) {
            found.put(way, from);
        } else if (from instanceof Optional<?> optional) {
            if (optional.isPresent()) {
                visit(optional.get(), way, found, seen);
            }
        } else if (from instanceof Iterable<?> several) {
            int k = 0;
            for (Object each : several) {
                visit(each, way + "[" + k++ + "]", found, seen);
            }
        } else if (from instanceof Map<?, ?> named) {
            for (Map.Entry<?, ?> each : named.entrySet()) {
                visit(each.getValue(), way + "." + each.getKey(), found, seen);
            }
        } else if (from.getClass().getName().startsWith("dev.kith.")
                && !from.getClass().isEnum()
                && seen.add(from)) {
            for (Method method : accessors(from.getClass())) {
                visit(method.invoke(from), way + "." + method.getName(), found, seen);
            }
        }
    }

    /** Public and without arguments, as its public type declares it; alike from run to run. */
    private static List<Method> accessors(Class<?> type) {
        List<Method> accessors = new ArrayList<>();
        for (Class<?> t = type; t != null; t = t.getSuperclass()) {
            addAccessors(t, accessors);
        }
        accessors.sort(java.util.Comparator.comparing(Method::getName));
        return accessors;
    }

    private static void addAccessors(Class<?> type, List<Method> to) {
        if (Modifier.isPublic(type.getModifiers())) {
            Arrays.stream(type.getDeclaredMethods())
                    .filter(m -> Modifier.isPublic(m.getModifiers()) && !Modifier.isStatic(m.getModifiers()))
                    .filter(m -> m.getParameterCount() == 0 && m.getReturnType() != void.class && !m.isSynthetic())
                    .filter(m -> !OF_EVERY_OBJECT.contains(m.getName()) && m.getReturnType() != ROLES)
                    .forEach(to::add);
        }
        for (Class<?> each : type.getInterfaces()) {
            addAccessors(each, to);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noWayLeadsIntoTheModel(String kind) throws ReflectiveOperationException {
        Model model = new Examples(7).named(kind);
        Inputs x = GoldenFiles.inputs(model);
        Matrix before = model.predict(x).copy();
        Map<String, Object> found = reachable(model);
        assertThat(found).isNotEmpty();
        found.forEach(ImmutabilityTest::attack);
        assertThat(model.predict(x)).as("predictions").isEqualTo(before);
        Map<String, Object> again = reachable(model);
        reachable(new Examples(7).named(kind))
                .forEach((way, untouched) -> assertThat(Objects.deepEquals(again.get(way), untouched))
                        .as(way + " is as it was")
                        .isTrue());
    }

    /** Writes wherever it is let; a copy may be written to, as what it was copied from is looked at afterwards. */
    private static void attack(String way, Object part) {
        if (part instanceof Matrix matrix) {
            Arrays.fill(matrix.data(), 9);
            for (int k = 0; k < matrix.rows() * matrix.cols(); k++) {
                int i = k / matrix.cols();
                int j = k % matrix.cols();
                try {
                    matrix.set(i, j, 9);
                    matrix.add(i, j, 9);
                } catch (IllegalStateException refused) {
                    // as it should be where the matrix is the model's
                }
            }
        } else if (part instanceof SparseRows rows) {
            Arrays.fill(rows.values(), 9);
            Arrays.fill(rows.indices(), 0);
        } else if (part instanceof double[] numbers) {
            Arrays.fill(numbers, 9);
        } else if (part instanceof int[] numbers) {
            Arrays.fill(numbers, 0);
        } else if (part instanceof byte[] bytes) {
            Arrays.fill(bytes, (byte) 9);
        } else {
            assertThat(Array.getLength(part))
                    .as(way + " is of a kind this test does not know")
                    .isZero();
        }
    }

    @Test
    void theMatricesOfAModelRefuseToBeWrittenTo() throws ReflectiveOperationException {
        for (String way :
                List.of("model.weights", "model.intercept", "model.structure.dense", "model.scaling.labelScale")) {
            Matrix matrix = (Matrix) Objects.requireNonNull(
                    reachable(new Examples(7).named("linear")).get(way));
            assertThatThrownBy(() -> matrix.set(0, 0, 9))
                    .as(way)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("this matrix is part of a model: copy() it first");
            assertThatThrownBy(() -> matrix.add(0, 0, 9)).as(way).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aModelIsFoundToItsLastPart() throws ReflectiveOperationException {
        assertThat(reachable(new Examples(7).named("kernel-dense")).keySet())
                .contains("model.coefficients", "model.intercept", "model.structure.dense", "model.support.values");
        assertThat(reachable(new Examples(7).named("kernel-sparse")).keySet()).contains("model.support.values");
        assertThat(reachable(new Examples(7).named("kernel-precomputed")).keySet())
                .contains("model.kernel.matrix");
        assertThat(reachable(new Examples(7).named("nodes")).keySet())
                .contains("model.weights", "model.members", "model.scaling.featureMean");
        assertThat(reachable(new Examples(7).named("constrained-moments")).keySet())
                .contains("model.base.support.values", "model.decoder.usual", "model.decoder.set.arrays.points");
        assertThat(reachable(new Examples(7).named("constrained-loss")).keySet())
                .contains("model.decoder.columns", "model.base.weights");
        assertThat(reachable(new Examples(7).named("fourier")).keySet()).contains("model.frequencies");
    }

    @Test
    void rowsOfAModelAreCopiedWhenAskedFor() {
        SparseRows weights = new Examples(7).nodes().weights();
        assertThat(weights.values()).isNotSameAs(weights.values());
        assertThat(weights.value(0)).isEqualTo(weights.values()[0]);
        assertThat(weights.index(0)).isEqualTo(weights.indices()[0]);
    }
}
