package dev.kith.data.inspect;

import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is in a table, as far as looking at it tells. Counts are of all rows; what needs rows side by side (tasks of one
 * class, leaks, duplicates) is judged on {@code sampled} of them.
 *
 * @param separator what stands between fields
 * @param written how the file is written where that is not as its name promises, a sentence each
 * @param rows all rows
 * @param sampled rows that were looked at together; all of them in a table of usual size
 * @param columns in the order of the table
 * @param guesses what each column may be and why, what was given left out
 * @param findings what deserves a look before learning, the gravest first
 * @param tasks rows per task; empty where there is no task column
 * @param classes how often each label occurs, where labels are classes
 * @param attributes columns that are the same in all rows of a task
 * @param time the column to hold rows out by, where tasks are followed through time
 * @param cost what a comparison would take, roughly
 * @param roles what was given and what was guessed, as a table is read with
 */
public record Inspection(
        String name,
        char separator,
        List<String> written,
        long rows,
        long sampled,
        List<Column> columns,
        List<Guess> guesses,
        List<Finding> findings,
        Optional<TaskRows> tasks,
        Map<String, Long> classes,
        List<String> attributes,
        Optional<Time> time,
        Cost cost,
        Roles roles) {
    /** What the values of a column are. */
    public enum Kind {
        NUMBER,
        INTEGER,
        /** Two values that say yes and no. */
        BOOLEAN,
        DATE,
        /** A text with values that come back. */
        CATEGORY,
        TEXT,
        /** A text that is different in every row. */
        ID,
        /** Nothing but missing values. */
        EMPTY;

        /** Whether values are numbers. */
        public boolean numeric() {
            return this == NUMBER || this == INTEGER;
        }
    }

    /**
     * One column.
     *
     * @param detail the way a date is written, a unit, or empty
     * @param missing cells without a value
     * @param spelled how missing cells are written
     * @param distinct different values; at least so many where {@code more} says so
     * @param low the smallest number, the earliest date or the first text
     * @param high the largest
     * @param quartiles the three of a column of numbers, else none
     * @param examples a few values, the most frequent first
     */
    public record Column(
            String name,
            Kind kind,
            String detail,
            long missing,
            List<String> spelled,
            long distinct,
            boolean more,
            String low,
            String high,
            List<Double> quartiles,
            List<String> examples) {}

    /** The part that a column seems to play. */
    public enum Part {
        TASK,
        TARGET,
        /** The label is one of several classes. */
        CLASSES,
        /** A text to learn from. */
        CATEGORY,
        ID,
        DATE,
        TEXT,
        CONSTANT,
        DUPLICATE,
        /** Cells that readers cannot take. */
        UNREADABLE,
        /** It gives the target away. */
        LEAK
    }

    /**
     * A guess about one column.
     *
     * @param use what a fit does with the column: its part in {@link Roles}
     * @param sure whether little speaks against it
     * @param reason why, in a few words
     * @param option how to say otherwise
     */
    public record Guess(String column, Part part, Roles.Part use, boolean sure, String reason, String option) {}

    /** What a finding is about. */
    public enum Topic {
        LEAK,
        FORGOTTEN_TASK,
        NUMERIC_ID,
        TASKS,
        MISSING,
        FORMAT,
        TARGET
    }

    /** One sentence about some columns. */
    public record Finding(Topic topic, List<String> columns, String text) {}

    /**
     * Rows per task.
     *
     * @param single tasks of one row
     * @param oneClass tasks whose labels are all of one class; 0 where labels are numbers
     */
    public record TaskRows(int tasks, long smallest, long median, long largest, int single, int oneClass) {}

    /**
     * A column that says when a row was, where what comes next is the question.
     *
     * @param reason what was seen, in a few words
     * @param folds how many tests these times allow, at most the usual number
     * @param usualFolds the usual number
     */
    public record Time(String column, String reason, int times, int folds, int usualFolds) {
        /** The options that hold rows out by it. */
        public List<String> words() {
            return folds == usualFolds
                    ? List.of("--time", column)
                    : List.of("--time", column, "--folds", Integer.toString(folds));
        }
    }

    /**
     * What a comparison of the usual methods would take.
     *
     * @param how how that was estimated
     */
    public record Cost(double bytes, double seconds, String how) {}

    public Inspection {
        written = List.copyOf(written);
        columns = List.copyOf(columns);
        guesses = List.copyOf(guesses);
        findings = List.copyOf(findings);
        attributes = List.copyOf(attributes);
    }

    /** The guess that gives a column a part, if one does. */
    public Optional<Guess> guess(Part part) {
        return guesses.stream().filter(guess -> guess.part() == part).findFirst();
    }

    /** The findings about one topic. */
    public List<Finding> findings(Topic topic) {
        return findings.stream().filter(finding -> finding.topic() == topic).toList();
    }

    /**
     * The command that learns from this table with these roles, as words: a comparison.
     *
     * @param file the table, as a command line names it
     */
    public List<String> command(String file) {
        List<String> words = new ArrayList<>(List.of("kith", "compare", file));
        roles.parts().forEach((part, names) -> {
            if (part == Roles.Part.ORDERED) {
                names.forEach(name -> words.addAll(List.of("--" + part, ordered(name))));
            } else {
                words.add("--" + part);
                words.add(String.join(",", names));
            }
        });
        time.ifPresent(when -> words.addAll(when.words()));
        return words;
    }

    private String ordered(String column) {
        Recipe.Ordered order = (Recipe.Ordered) roles.treatment(column);
        return column + ":" + String.join("<", order.levels());
    }
}
