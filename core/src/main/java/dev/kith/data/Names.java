package dev.kith.data;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Lists of names, as features and tasks have them. */
public final class Names {
    private Names() {}

    /** prefix1, prefix2, ..., prefixN. */
    public static List<String> numbered(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
    }

    /** An immutable copy; refuses a name that occurs twice. */
    public static List<String> distinct(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new DataException(what + " names must differ, '" + name + "' occurs twice");
            }
        }
        return List.copyOf(names);
    }
}
