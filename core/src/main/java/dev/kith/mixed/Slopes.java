package dev.kith.mixed;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whose slopes vary by task.
 *
 * @param choice who says
 * @param names of the features, where they are {@link Choice#NAMED}
 */
public record Slopes(Choice choice, List<String> names) {
    /** Between a grouping beside the tasks and a feature whose slope varies by it. */
    static final String OF = ":";

    /** Who says. */
    public enum Choice {
        /** Features are added one by one as long as Akaike's criterion improves. */
        AUTO,
        /** Every feature. */
        ALL,
        /** No feature: tasks differ in their intercepts only. */
        NONE,
        /** Those named. */
        NAMED
    }

    public Slopes {
        names = List.copyOf(names);
        if (names.isEmpty() == (choice == Choice.NAMED)) {
            throw new IllegalArgumentException("names must be given for NAMED slopes and for no others, got " + names);
        }
    }

    public static Slopes auto() {
        return new Slopes(Choice.AUTO, List.of());
    }

    public static Slopes all() {
        return new Slopes(Choice.ALL, List.of());
    }

    public static Slopes none() {
        return new Slopes(Choice.NONE, List.of());
    }

    public static Slopes of(String... names) {
        return new Slopes(Choice.NAMED, Arrays.asList(names));
    }

    /** From {@code auto}, {@code all}, {@code none} or names separated by commas. */
    public static Slopes parse(String text) {
        return switch (text) {
            case "auto" -> auto();
            case "all" -> all();
            case "none" -> none();
            default -> {
                String[] names = text.split(",", -1);
                if (Arrays.stream(names).anyMatch(String::isBlank)) {
                    throw new IllegalArgumentException("random must be auto, all, none or names of columns separated by"
                            + " commas, got '" + text + "'");
                }
                yield of(names);
            }
        };
    }

    /** The text {@link #parse} reads. */
    public String spec() {
        return choice == Choice.NAMED ? String.join(",", names) : choice.name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Positions of the features named, in their order.
     *
     * @throws DataException if there is no such feature
     */
    List<Integer> positions(List<String> features) {
        return switch (choice) {
            case ALL ->
                java.util.stream.IntStream.range(0, features.size()).boxed().toList();
            case AUTO, NONE -> List.of();
            case NAMED ->
                names.stream()
                        .map(name -> position(name, features))
                        .sorted()
                        .distinct()
                        .toList();
        };
    }

    /**
     * Positions of the features whose slopes vary, by grouping: of the tasks and of each further one.
     *
     * @param further names of the further groupings
     * @throws DataException if there is no such feature
     */
    List<List<Integer>> positions(List<String> features, List<String> further) {
        List<List<String>> own = new ArrayList<>();
        own.add(new ArrayList<>());
        further.forEach(grouping -> own.add(new ArrayList<>()));
        for (String name : names) {
            int g = 0;
            String feature = name;
            for (int k = 0; k < further.size() && !features.contains(name); k++) {
                if (name.startsWith(further.get(k) + OF)) {
                    g = 1 + k;
                    feature = name.substring(further.get(k).length() + OF.length());
                }
            }
            own.get(g).add(feature);
        }
        List<List<Integer>> positions = new ArrayList<>();
        for (int g = 0; g < own.size(); g++) {
            boolean all = g == 0 && choice == Choice.ALL;
            positions.add(
                    all
                            ? positions(features)
                            : own.get(g).isEmpty()
                                    ? List.of()
                                    : new Slopes(Choice.NAMED, own.get(g)).positions(features));
        }
        return positions;
    }

    private static int position(String name, List<String> features) {
        int at = features.indexOf(name);
        if (at < 0) {
            throw new DataException("random: " + Names.unknown("feature", name, features));
        }
        return at;
    }
}
