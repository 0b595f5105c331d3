package dev.kith.select;

import java.util.List;
import java.util.Map;

/**
 * Methods that a comparison says nothing of.
 *
 * @param late there was no time for them
 * @param refused they do not take the data, and why
 */
record Left(List<String> late, Map<String, String> refused) {
    static final Left NOTHING = new Left(List.of(), Map.of());

    Left {
        late = List.copyOf(late);
        refused = Map.copyOf(refused);
    }
}
