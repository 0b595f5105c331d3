package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConstraintSetsTest {
    private static final List<String> TASKS = List.of("a", "b", "c");

    @Test
    void specsNameTheirSets() {
        assertThat(ConstraintSets.parse("sphere", TASKS)).isEqualTo(new Sphere(3, 1));
        assertThat(ConstraintSets.parse("sphere:2", TASKS)).isEqualTo(new Sphere(3, 2));
        assertThat(ConstraintSets.parse("simplex", TASKS)).isEqualTo(new Simplex(3, 1));
        assertThat(ConstraintSets.parse("box:-1:Infinity", TASKS)).isEqualTo(Box.of(3, -1, Double.POSITIVE_INFINITY));
        assertThat(ConstraintSets.parse("dag", TASKS)).isEqualTo(new Dag(3, Dag.Arcs.SIGNS));
        assertThat(ConstraintSets.parse("dag:real", TASKS)).isEqualTo(new Dag(3, Dag.Arcs.REAL));
        assertThat(ConstraintSets.parse("ranking", TASKS)).isEqualTo(new Dag(3, Dag.Arcs.ORDER));
        assertThat(ConstraintSets.parse("permutation", TASKS)).isEqualTo(new Permutations(3));
        assertThat(ConstraintSets.parse("a + b = 1", TASKS)).isInstanceOf(Affine.class);
        assertThat(ConstraintSets.parse("a*b = 1", TASKS)).isInstanceOf(Equations.class);
    }

    @Test
    void specsReadBack() {
        for (String spec :
                List.of("sphere:2.0", "simplex:1.0", "box:0.0:1.0", "dag", "ranking", "permutation", "a*b = c")) {
            assertThat(ConstraintSets.parse(spec, TASKS).spec()).isEqualTo(spec);
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> ConstraintSets.parse("sphre", TASKS))
                .hasMessage("constraint must be one of " + ConstraintSets.syntax() + ", got 'sphre'");
        assertThatThrownBy(() -> ConstraintSets.parse("dag:cyclic", TASKS)).hasMessageContaining("must be one of");
        assertThatThrownBy(() -> ConstraintSets.parse("sphere:x", TASKS))
                .hasMessage("constraint 'sphere:x': 'x' is not a number; write " + ConstraintSets.syntax());
        assertThatThrownBy(() -> ConstraintSets.parse("sphere:-1", TASKS))
                .hasMessage("radius must be a finite number > 0, got -1.0");
        assertThatThrownBy(() -> ConstraintSets.parse("box:1", TASKS))
                .hasMessage("constraint 'box:1' has the wrong number of parts; write " + ConstraintSets.syntax());
        assertThatThrownBy(() -> ConstraintSets.parse("dag", List.of("a", "b")))
                .hasMessage("comparisons of D items need D(D-1)/2 tasks (1, 3, 6, 10, ...), got 2");
        assertThatThrownBy(() -> ConstraintSets.parse(" ", TASKS)).hasMessageContaining("must be one of");
    }
}
