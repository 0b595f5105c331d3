package dev.kith.data.keep;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.read.MissingWords;
import java.util.List;

/**
 * A condition on the cells of a row, in the words of SQL:
 *
 * <pre>  price &gt; 0 and (kind in ('tea', 'coffee') or "unit price" / size &lt;= 2.5) and not sold is null  </pre>
 *
 * Columns stand by name, in double quotes where a name is no plain word; texts stand in single quotes. There are {@code = <> != < <= > >=},
 * {@code between .. and ..}, {@code in (..)}, {@code like} with {@code %} and {@code _}, {@code is null}, {@code and or not}, and
 * {@code + - * /}. What is compared with a number must be one; with a text, cells are texts, so that dates written year first are in
 * order; two columns are compared as numbers where both are, as texts where neither is. A comparison with a missing cell, or with a
 * number that is not finite, is unknown, and only rows for which the condition is true are kept.
 *
 * <p>Nothing but the row can be looked at: no file, no function, no second statement. Immutable.
 */
public final class Condition {
    private final String text;
    private final Test test;

    private Condition(String text, Test test) {
        this.text = text;
        this.test = test;
    }

    /** The texts of a row's cells. */
    @FunctionalInterface
    public interface Cells {
        /** The cell of a column, without blanks around it. */
        String text(int column);
    }

    /** Whether a row is kept. */
    @FunctionalInterface
    public interface Bound {
        /**
         * Whether the condition is true; not when it is unknown.
         *
         * @throws DataException if a cell that must be a number is none; the message names the column, not the place
         */
        boolean holds(Cells row);
    }

    /**
     * What a text says.
     *
     * @throws IllegalArgumentException if this is not one condition; the message says where
     */
    public static Condition of(String text) {
        return new Condition(text, new ConditionParser(text).condition());
    }

    /**
     * The condition on rows with these columns.
     *
     * @throws DataException if it names a column that is not there
     */
    public Bound on(List<String> header, List<String> missing) {
        for (String name : test.columns().toList()) {
            if (!header.contains(name)) {
                throw new DataException("condition '" + text + "': " + Names.unknown("column", name, header));
            }
        }
        MissingWords words = new MissingWords(missing);
        return cells -> Boolean.TRUE.equals(test.of(new Row(header, words, cells)));
    }

    @Override
    public String toString() {
        return text;
    }
}
