package dev.kith.structure.ties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskPairsTest {
    private static final List<String> TASKS = List.of("a", "b", "c", "d");

    @Test
    void structuresThatTreatAllTasksAlikeSayOneThing() {
        assertThat(TaskPairs.common(LearnedGraph.similarity(Relations.mean(3).matrix(TASKS))))
                .isPresent();
        assertThat(TaskPairs.common(
                        LearnedGraph.similarity(Relations.independent().matrix(TASKS))))
                .hasValue(0);
        assertThat(TaskPairs.common(Matrix.identity(2))).isEmpty();
    }

    @Test
    void whoStandsOutIsNamedAndHowManyDoSo() {
        Matrix pairs = Matrix.identity(4);
        set(pairs, 0, 1, 0.5);
        set(pairs, 2, 3, 0.5);
        set(pairs, 1, 2, 0.1);
        assertThat(TaskPairs.common(pairs)).isEmpty();
        assertThat(TaskPairs.strongest(pairs)).isEqualTo(new TaskPairs.Strongest(0, 1, 0.5, 1));
        set(pairs, 0, 3, -0.7);
        assertThat(TaskPairs.strongest(pairs)).isEqualTo(new TaskPairs.Strongest(0, 3, -0.7, 0));
        assertThat(TaskPairs.spread(pairs)).isEqualTo(1.2);
    }

    private static void set(Matrix pairs, int a, int b, double value) {
        pairs.set(a, b, value);
        pairs.set(b, a, value);
    }
}
