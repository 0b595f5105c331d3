package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Structures given as maps do not depend on the order of the map, which for {@code Map.of} differs from run to run. */
class MapOrderTest {
    @Test
    void treesNumberTheirNodesByName() {
        Map<String, String> forth = new LinkedHashMap<>();
        Map<String, String> back = new LinkedHashMap<>();
        List<String> names = Names.numbered("t", 20);
        for (int k = 0; k < 20; k++) {
            forth.put(names.get(k), "n" + k % 3);
            back.put(names.get(19 - k), "n" + (19 - k) % 3);
        }
        for (int g = 0; g < 3; g++) {
            forth.put("n" + g, "root");
            back.put("n" + (2 - g), "root");
        }
        assertThat(TaskTree.ofParents(back)).isEqualTo(TaskTree.ofParents(forth));
    }

    @Test
    void groupsNameTheFirstUnknownTaskByName() {
        Groups groups = new Groups(Map.of("z", "g", "c", "g", "b", "g", "y", "g"), 1);
        assertThatThrownBy(() -> groups.matrix(List.of("a"))).hasMessageContaining("unknown task 'b'");
    }
}
