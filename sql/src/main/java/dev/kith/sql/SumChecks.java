package dev.kith.sql;

import dev.kith.data.DataException;
import dev.kith.text.Words;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What must hold of rows before they are added up. */
final class SumChecks {
    /** @param labelled rows with a label, the others are left out */
    record Counts(long rows, long labelled) {}

    private SumChecks() {}

    /** @param squared whether labels with two values are numbers, too */
    static Counts run(SumPlan plan, Connection connection, String name, boolean squared) throws SQLException {
        List<String> numeric = plan.numeric();
        try (Statement statement = connection.createStatement()) {
            if (name.startsWith("sqlite")) {
                requireNumbers(statement.executeQuery(plan.texts()), numeric, name);
            }
            try (ResultSet counts = statement.executeQuery(plan.counts())) {
                counts.next();
                Counts found = new Counts(counts.getLong(1), counts.getLong(2));
                requireComplete(counts, numeric, name);
                if (found.labelled == 0) {
                    throw new DataException(name + ": no row has a label");
                }
                if (counts.getLong(3) == 2 && !squared) {
                    throw new DataException(
                            name + ": the labels take two values, which may be classes: --loss squared says"
                                    + " that they are numbers; for other losses read the rows instead");
                }
                if (!(counts.getDouble(5) >= 0)) {
                    throw new DataException(
                            name + ": weights must be numbers >= 0, the least is " + counts.getDouble(5));
                }
                return found;
            }
        }
    }

    private static void requireComplete(ResultSet counts, List<String> numeric, String name) throws SQLException {
        if (counts.getLong(4) > 0) {
            throw new DataException(name + ": " + Words.count(counts.getLong(4), "row") + " with a label but no task");
        }
        for (int j = 0; j < numeric.size(); j++) {
            long missing = counts.getLong(6 + j);
            if (missing > 0) {
                throw new DataException(
                        name + ": column " + numeric.get(j) + " is null in " + Words.count(missing, "row")
                                + "; what fills missing features is fitted to rows: leave them out in the query ("
                                + numeric.get(j) + " is not null), or read the rows instead");
            }
        }
    }

    private static void requireNumbers(ResultSet texts, List<String> numeric, String name) throws SQLException {
        try (texts) {
            texts.next();
            for (int j = 0; j < numeric.size(); j++) {
                if (texts.getLong(1 + j) > 0) {
                    throw new DataException(name + ": column " + numeric.get(j) + " holds "
                            + Words.count(texts.getLong(1 + j), "text")
                            + "; categories, texts, dates, yes and no are made into features of rows: --drop it, or"
                            + " read the rows instead");
                }
            }
        }
    }
}
