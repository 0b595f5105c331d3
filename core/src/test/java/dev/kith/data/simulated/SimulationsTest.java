package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.SparseInputs;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SimulationsTest {
    /** Bits of the default data, drawn once and kept: the same on every machine and JDK, for ever. */
    @ParameterizedTest
    @CsvSource({
        "arm, bd40153e",
        "relations, cbea5b44",
        "tree, 2798ea80",
        "circle, be9ab967",
        "lemniscate, 70c75b0d",
        "gaussian-tasks, f853b716",
        "stream, 83ef7710"
    })
    void defaultDrawsNeverChange(String name, String checksum) {
        assertThat(checksum(Simulations.find(name).draw(Map.of()))).isEqualTo(checksum);
    }

    @ParameterizedTest
    @MethodSource("dev.kith.data.simulated.Simulations#all")
    void equalParametersDrawEqualBitsAndAnotherSeedOthers(Scenario scenario) {
        assertThat(scenario.with(Map.of())).isEqualTo(scenario.with(Map.of()));
        String first = checksum(small(scenario, 1));
        assertThat(checksum(small(scenario, 1))).isEqualTo(first);
        assertThat(checksum(small(scenario, 2))).isNotEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("dev.kith.data.simulated.Simulations#all")
    void everyParameterHasALegalDefaultAndRefusesWhatIsNotInItsRange(Scenario scenario) {
        for (Parameter parameter : scenario.parameters()) {
            assertThat(parameter.meaning()).isNotBlank();
            scenario.with(Map.of(parameter.name(), parameter.fallback()));
            for (String bad : new String[] {"many", "NaN", "", "1e400"}) {
                assertThatThrownBy(() -> scenario.with(Map.of(parameter.name(), bad)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageMatching(parameter.name() + " must be .*, got .*");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.kith.data.simulated.Simulations#all")
    void dataSaysWhereItCameFrom(Scenario scenario) {
        Simulated drawn = small(scenario, -5);
        assertThat(drawn.data().source().name()).isEqualTo(scenario.name() + ", seed -5");
        assertThat(drawn.data().source().read()).isEqualTo(drawn.data().inputs().rows());
    }

    @Test
    void unknownNamesListTheKnownOnes() {
        assertThatThrownBy(() -> Simulations.find("leg"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown simulated set 'leg'; there are " + String.join(", ", Simulations.names()));
        assertThatThrownBy(() -> Simulations.find("relations").with(Map.of("rows", "3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("simulated set 'relations' has no parameter 'rows'; "
                        + "it knows tasks, dimensions, train, test, density, noise, corruption, seed");
    }

    @Test
    void messagesSayNameRuleAndGot() {
        assertThatThrownBy(() -> Simulations.find("relations").with(Map.of("tasks", "0")))
                .hasMessage("tasks must be a whole number from 1 to 2000, got 0");
        assertThatThrownBy(() -> Simulations.find("relations").with(Map.of("density", "1.5")))
                .hasMessage("density must be a number from 0 to 1, got 1.5");
        assertThatThrownBy(() -> new RelatedTasks(5, 4, 10, 0, 0.5, 0.1, 0.1, 1))
                .hasMessage("dimensions must be >= tasks = 5 (U has orthonormal columns), got 4");
        assertThatThrownBy(() -> new RelatedTasks(5, 10, 10, 0, Double.NaN, 0.1, 0.1, 1))
                .hasMessage("density must be a number from 0 to 1, got NaN");
    }

    private static Simulated small(Scenario scenario, long seed) {
        Map<String, String> settings = new HashMap<>(Map.of("train", "3", "seed", Long.toString(seed)));
        if (scenario.parameters().stream().anyMatch(p -> p.name().equals("test"))) {
            settings.put("test", "2");
        }
        return scenario.with(settings).draw();
    }

    private static String checksum(Simulated drawn) {
        CRC32 crc = new CRC32();
        add(crc, drawn.data());
        drawn.test().ifPresent(test -> add(crc, test));
        drawn.truth().ifPresent(truth -> add(crc, truth.values().data()));
        return Long.toHexString(crc.getValue());
    }

    private static void add(CRC32 crc, Dataset data) {
        for (int o = 0; o < data.size(); o++) {
            add(crc, data.row(o), data.task(o), data.label(o), data.weight(o));
        }
        if (data.inputs() instanceof DenseInputs dense) {
            add(crc, dense.values().data());
        } else if (data.inputs() instanceof SparseInputs sparse) {
            add(crc, sparse.values().values());
        }
    }

    private static void add(CRC32 crc, double... values) {
        for (double value : values) {
            long bits = Double.doubleToRawLongBits(value);
            for (int shift = 0; shift < 64; shift += 8) {
                crc.update((int) (bits >>> shift) & 0xff);
            }
        }
    }
}
