package dev.kith.method;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A parameter of a method: its default, its range and what a search tries exist once, here.
 *
 * @param name as users write it and models record it: {@code gamma}
 * @param kind what its text means
 * @param label what stands for its value in help: {@code X}, {@code FILE}
 * @param fallback the default as text; empty where a value has to be given, {@link #NONE} or {@link #FREE} where it may be left
 *     out, {@link #AUTO} where it is found out
 * @param range of its numbers; empty where it has none
 * @param grid what a search for {@link #AUTO} tries, in order; empty where nothing is searched
 * @param timesTasks whether the grid is in units of the number of tasks
 * @param onRequest whether a search leaves it at its default unless it is asked for
 * @param help one or two sentences
 */
public record Parameter(
        String name,
        Kind kind,
        String label,
        String fallback,
        Optional<Range> range,
        List<Double> grid,
        boolean timesTasks,
        boolean onRequest,
        String help) {
    /** To be chosen: by a search, or from the data. */
    public static final String AUTO = "auto";

    /** Left out. */
    public static final String NONE = "none";

    /** Not charged at all. */
    public static final String FREE = "free";

    /** What the text of a value means. */
    public enum Kind {
        NUMBER,
        WHOLE,
        /** A whole number that the number of tasks bounds. */
        TASK_COUNT,
        /** The name of a file to read. */
        FILE,
        /** The name of a file with lines task,value, given in place of the value of all tasks; has no option of its own. */
        EACH,
        /** The names of files to read, one per line of the text; users give the option once for each. */
        FILES,
        /** A number of bytes such as 500m. */
        SIZE,
        TEXT
    }

    public Parameter {
        grid = List.copyOf(grid);
    }

    Parameter(
            String name,
            Kind kind,
            String label,
            String fallback,
            Optional<Range> range,
            List<Double> grid,
            boolean timesTasks,
            String help) {
        this(name, kind, label, fallback, range, grid, timesTasks, false, help);
    }

    static Parameter number(String name, String fallback, Range range, String help) {
        return new Parameter(name, Kind.NUMBER, "X", fallback, Optional.of(range), List.of(), false, help);
    }

    static Parameter number(String name, double fallback, Range range, String help) {
        return number(name, text(fallback), range, help);
    }

    static Parameter whole(String name, int fallback, Range range, String help) {
        return new Parameter(
                name, Kind.WHOLE, "N", Integer.toString(fallback), Optional.of(range), List.of(), false, help);
    }

    /** A file that has to be given. */
    static Parameter file(String name, String help) {
        return new Parameter(name, Kind.FILE, "FILE", "", Optional.empty(), List.of(), false, help);
    }

    /** A value per task, in place of the one of all. */
    static Parameter each(String name, String help) {
        return new Parameter(name, Kind.EACH, "FILE", NONE, Optional.empty(), List.of(), false, help);
    }

    static Parameter text(String name, String label, String fallback, String help) {
        return new Parameter(name, Kind.TEXT, label, fallback, Optional.empty(), List.of(), false, help);
    }

    /** A file that may be left out, or several. */
    static Parameter files(String name, String help) {
        return new Parameter(name, Kind.FILES, "FILE", NONE, Optional.empty(), List.of(), false, help);
    }

    /** A number of clusters, groups, ... of tasks. */
    static Parameter taskCount(String name, int fallback, String help) {
        return new Parameter(
                name,
                Kind.TASK_COUNT,
                "R",
                Integer.toString(fallback),
                Optional.of(Range.from(1)),
                List.of(),
                false,
                help);
    }

    /** The same parameter, searched for among these values when it is {@link #AUTO}. */
    Parameter searched(double... values) {
        List<Double> tried = java.util.Arrays.stream(values).boxed().toList();
        return new Parameter(name, kind, label + "|" + AUTO, fallback, range, tried, false, help);
    }

    /** The same parameter, searched for among these multiples of the number of tasks, and unless it is given. */
    Parameter searchedByTasks(double... multiples) {
        Parameter p = searched(multiples);
        return new Parameter(name, kind, p.label, AUTO, range, p.grid, true, help);
    }

    /** The same parameter, searched for only where it is asked to be {@link #AUTO}. */
    Parameter onlyIfAsked() {
        return new Parameter(name, kind, label, fallback, range, grid, timesTasks, true, help);
    }

    Parameter labelled(String shown) {
        return new Parameter(name, kind, shown, fallback, range, grid, timesTasks, onRequest, help);
    }

    /** The same parameter, left out unless it is given. */
    Parameter optional() {
        return new Parameter(name, kind, label, NONE, range, grid, timesTasks, onRequest, help);
    }

    /** Whether {@link #AUTO} makes a search choose. */
    public boolean searchable() {
        return !grid.isEmpty();
    }

    /** Whether a search first looks without it, and then whether any value of it helps. */
    public boolean searchedLast() {
        return searchable() && onRequest && (fallback.equals(FREE) || fallback.equals(NONE));
    }

    /** What a search tries of a parameter that it first looked without, from what is closest to that on: 0 to be free, infinity to be left out. */
    public List<Double> fromWithout(int tasks) {
        List<Double> tried = new ArrayList<>(grid(tasks));
        if (fallback.equals(NONE)) {
            Collections.reverse(tried);
        }
        return tried;
    }

    /** What a search tries on data of so many tasks. */
    public List<Double> grid(int tasks) {
        if (timesTasks) {
            return grid.stream()
                    .map(multiple -> Math.rint(1e6 * multiple * tasks) / 1e6)
                    .toList();
        }
        return kind == Kind.TASK_COUNT
                ? grid.stream().filter(count -> count <= tasks).toList()
                : grid;
    }

    /** Where a search starts on data of so many tasks: at the default, or else in the middle of the grid. */
    double start(int tasks) {
        boolean number = !fallback.equals(AUTO) && !fallback.equals(NONE) && !required();
        List<Double> tried = grid(tasks);
        return number ? Double.parseDouble(fallback) : tried.get(tried.size() / 2);
    }

    /** Whether there is no default. */
    public boolean required() {
        return fallback.isEmpty();
    }

    /** A number as settings hold it: whole ones without a decimal point. */
    static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
