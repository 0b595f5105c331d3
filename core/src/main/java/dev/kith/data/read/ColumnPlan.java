package dev.kith.data.read;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.Roles.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The roles, checked against the header of one file: where each column goes. Features get numbers in the order they are
 * met; a feature's rank is the position of the column it came from, for {@link #finalOrder}.
 */
public final class ColumnPlan {
    private final String name;
    private final Map<String, Integer> position = new LinkedHashMap<>();
    private final Map<Integer, CategoryColumn> categories = new LinkedHashMap<>();
    private final Ints numeric = new Ints();
    private final Ints numericFeature = new Ints();
    private final List<String> features = new ArrayList<>();
    private final Ints ranks = new Ints();
    private final List<String> values = new ArrayList<>();
    private final boolean defaulted;

    public final int task;
    public final int[] targets;
    public final int classes;
    public final int weight;
    public final int[] ids;
    public final int strings;

    /** Whether the input is the row's number. */
    public final boolean rowNumbers;

    /** Text columns beside the numbers; {@link #ROW_NUMBER} where it is the row's number. */
    public final int[] texts;

    /** Stands for a column that is the number of the row. */
    public static final int ROW_NUMBER = -1;

    /** @param aside columns that are no features unless they are named */
    public ColumnPlan(String name, List<String> header, Set<String> aside, Roles roles) {
        this.name = name;
        for (String column : header) {
            position.put(column, position.size());
        }
        checkOneEach(roles);
        this.task = single(roles, Part.TASK);
        this.targets = all(roles, roles.columns(Part.TARGETS).isEmpty() ? Part.TARGET : Part.TARGETS);
        this.classes = single(roles, Part.CLASSES);
        this.weight = single(roles, Part.WEIGHT);
        this.ids = all(roles, Part.ID);
        this.rowNumbers = roles.columns(Part.STRINGS).contains(Roles.ROW_NUMBER) && !header.contains(Roles.ROW_NUMBER);
        this.strings = rowNumbers ? -1 : single(roles, Part.STRINGS);
        this.texts = roles.textInputs().stream()
                .mapToInt(column -> column.equals(Roles.ROW_NUMBER) && !header.contains(column)
                        ? ROW_NUMBER
                        : find(column, Part.TEXTS))
                .toArray();
        all(roles, Part.DROP);
        roles.parts().keySet().stream().filter(Part::treated).forEach(part -> all(roles, part));
        boolean text = rowNumbers || strings >= 0;
        this.defaulted = !text && roles.columns(Part.FEATURE).isEmpty();
        if (!text) {
            chooseFeatures(header, aside, roles);
        } else {
            requireNoFeatures(rowNumbers ? Roles.ROW_NUMBER : header.get(strings), roles);
        }
    }

    private void requireNoFeatures(String input, Roles roles) {
        if (!roles.treated().isEmpty() || !List.of(input).containsAll(roles.columns(Part.FEATURE))) {
            throw new DataException(name + ": the input is either "
                    + (rowNumbers ? "a row's number, for a Gram matrix," : "the string column '" + input + "'")
                    + " or features, not both");
        }
    }

    private void checkOneEach(Roles roles) {
        Map<String, Part> playing = new HashMap<>();
        roles.parts().forEach((part, columns) -> {
            for (String column : columns) {
                Part other = playing.put(column, part);
                if (other == part) {
                    throw new DataException(name + ": column '" + column + "' is named twice in " + part);
                }
                boolean together = part == Part.ID
                        ? other == Part.STRINGS || other == Part.TEXTS
                        : other == Part.FEATURE && (part.treated() || part == Part.STRINGS || part == Part.TEXTS);
                if (other != null && !together) {
                    throw new DataException(
                            name + ": column '" + column + "' cannot be both " + other + " and " + part);
                }
            }
        });
        for (Part shape : List.of(Part.TARGETS, Part.CLASSES)) {
            for (Part part : List.of(Part.TASK, Part.TARGET, Part.TARGETS)) {
                boolean choice = shape == Part.CLASSES && part == Part.TASK;
                if (shape != part
                        && !choice
                        && !roles.columns(shape).isEmpty()
                        && !roles.columns(part).isEmpty()) {
                    throw new DataException(name
                            + ": data is long (task, target), wide (targets) or of several classes (classes), got "
                            + shape + " and " + part);
                }
            }
        }
    }

    /** Refuses texts that are more than a feature for each value, where all rows are not in memory. */
    public void requirePlain(Roles roles) {
        for (CategoryColumn category : categories.values()) {
            Recipe.Treatment way = roles.treatment(category.name());
            if (!(way instanceof Recipe.Category || way instanceof Recipe.OneHot)) {
                throw new DataException(name + ": column '" + category.name() + "' cannot be " + way.part()
                        + " here: features are made of rows in memory, without string kernels beside them");
            }
        }
    }

    private int single(Roles roles, Part part) {
        int[] columns = all(roles, part);
        return columns.length == 0 ? -1 : columns[0];
    }

    private int[] all(Roles roles, Part part) {
        return roles.columns(part).stream().mapToInt(c -> find(c, part)).toArray();
    }

    private int find(String column, Part part) {
        Integer at = position.get(column);
        if (at == null) {
            throw new DataException(
                    name + ": " + Names.unknown("column", column, position.keySet()) + " (" + part + ")");
        }
        return at;
    }

    private void chooseFeatures(List<String> header, Set<String> aside, Roles roles) {
        List<String> categorical = roles.treated();
        List<String> chosen = new ArrayList<>(roles.columns(Part.FEATURE));
        if (chosen.isEmpty()) {
            List<String> taken = roles.parts().values().stream()
                    .flatMap(List::stream)
                    .filter(c -> !categorical.contains(c))
                    .toList();
            chosen.addAll(header);
            chosen.removeAll(taken);
            chosen.removeIf(column -> aside.contains(column) && !categorical.contains(column));
        } else {
            categorical.stream().filter(c -> !chosen.contains(c)).forEach(chosen::add);
        }
        chosen.removeAll(roles.textInputs());
        if (chosen.isEmpty() && texts.length == 0) {
            throw new DataException(name + ": no column is left to be a feature");
        }
        for (int rank = 0; rank < chosen.size(); rank++) {
            choose(chosen.get(rank), rank, categorical);
        }
    }

    private void choose(String feature, int rank, List<String> categorical) {
        Integer column = position.get(feature);
        if (column == null) {
            chooseValue(feature, rank);
        } else if (categorical.contains(feature)) {
            categories.putIfAbsent(column, new CategoryColumn(column, feature, rank, false));
        } else {
            numeric.add(column);
            numericFeature.add(addFeature(feature, rank, ""));
        }
    }

    /** A name {@code column=value}: the column is the shortest prefix that is one. */
    private void chooseValue(String feature, int rank) {
        for (int at = feature.indexOf('='); at >= 0; at = feature.indexOf('=', at + 1)) {
            String column = feature.substring(0, at);
            if (position.containsKey(column)) {
                categories
                        .computeIfAbsent(position.get(column), c -> new CategoryColumn(c, column, rank, true))
                        .add(feature.substring(at + 1), addFeature(feature, rank, ""));
                return;
            }
        }
        find(feature, Part.FEATURE);
    }

    private int addFeature(String feature, int rank, String value) {
        features.add(feature);
        ranks.add(rank);
        values.add(value);
        return features.size() - 1;
    }

    /** The columns of numbers. */
    public int[] numeric() {
        return numeric.toArray();
    }

    /** The feature each column of numbers is. */
    public int[] numericFeature() {
        return numericFeature.toArray();
    }

    public List<CategoryColumn> categories() {
        return List.copyOf(categories.values());
    }

    /** Whether the features were not named: every column without another part is one. */
    public boolean defaulted() {
        return defaulted;
    }

    /** The names of the features so far, a live view. */
    public List<String> features() {
        return Collections.unmodifiableList(features);
    }

    /** The feature that stands for a value of an open column, a new one when the value is new. */
    public int open(CategoryColumn category, char[] text, int from, int to) {
        int feature = category.feature(text, from, to);
        if (feature < 0) {
            String value = new String(text, from, to - from);
            feature = addFeature(category.name() + "=" + value, category.rank(), value);
            category.add(value, feature);
        }
        return feature;
    }

    /** Where a feature belongs among those of other columns. */
    public int rank(int feature) {
        return ranks.get(feature);
    }

    /** The features by the position of their column, the values of a column sorted. */
    public int[] finalOrder() {
        return IntStream.range(0, features.size())
                .boxed()
                .sorted(Comparator.comparing((Integer f) -> ranks.get(f)).thenComparing(values::get))
                .mapToInt(f -> f)
                .toArray();
    }
}
