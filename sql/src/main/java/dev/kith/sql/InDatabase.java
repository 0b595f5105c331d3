package dev.kith.sql;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Roles;
import dev.kith.data.Source;
import dev.kith.data.moments.Moments;
import dev.kith.data.moments.Scatter;
import dev.kith.data.moments.ScatterBuilder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@link Moments} of the rows of a query, added up where they are: numbers per task and fold come out of the database, rows do not.
 *
 * <pre>{@code
 * Moments moments = InDatabase.of(query, Roles.task("shop").target("sold")).moments();
 * Dataset data = moments.dataset();      // for every linear method with the squared loss
 * }</pre>
 *
 * Long data with complete numeric features. All queries see one snapshot, in a transaction that may not write. Immutable.
 */
public final class InDatabase {
    /** Databases stop at some number of result columns: PostgreSQL at 1,664. */
    private static final int MOST_COLUMNS = 1_000;

    /** Products grow with its square. */
    private static final int MOST_FEATURES = 500;

    private final Query query;
    private final Roles roles;
    private final int folds;
    private final long seed;
    private final boolean squared;

    private InDatabase(Query query, Roles roles, int folds, long seed, boolean squared) {
        this.query = query;
        this.roles = roles;
        this.folds = folds;
        this.seed = seed;
        this.squared = squared;
    }

    /**
     * A fit to what a query gives.
     *
     * @param roles task, target, and features unless they are all other columns; a weight; ids, which tell rows apart where they are dealt to
     *     folds
     * @throws IllegalArgumentException if they ask for more than sums can tell
     */
    public static InDatabase of(Query query, Roles roles) {
        SumPlan.check(roles);
        return new InDatabase(query, roles, 0, 0, false);
    }

    /**
     * The same with rows dealt to folds: they are numbered by task and id, the numbers times a factor that the seed decides are divided by
     * 2^31 - 1, and rows go to the folds in turn, task by task, in the order of what remains.
     *
     * @throws IllegalArgumentException if no id tells rows apart
     */
    public InDatabase folds(int count, long by) {
        if (count > 0 && roles.columns(Roles.Part.ID).isEmpty()) {
            throw new IllegalArgumentException(
                    "rows are dealt to folds by a key: name the columns that tell rows apart (--id), or give lambda");
        }
        return new InDatabase(query, roles, count, by, squared);
    }

    /** The same for labels that are numbers, however few values they take. */
    public InDatabase numbers(boolean value) {
        return new InDatabase(query, roles, folds, seed, value);
    }

    /**
     * What the database will be asked. Only the names of the columns are asked for now.
     *
     * @throws DataException if it cannot be reached or does not understand the query
     */
    public List<String> sql() {
        try (Connection connection = query.database().connectToRead()) {
            SumPlan plan = plan(connection);
            List<String> all = new ArrayList<>(List.of(plan.header(), plan.counts()));
            if (folds > 0) {
                all.add(plan.twins());
            }
            all.addAll(plan.sums(MOST_COLUMNS));
            return all;
        } catch (SQLException e) {
            throw query.database().failure(e);
        }
    }

    /**
     * Asks the database.
     *
     * @throws DataException if it cannot be reached, does not understand the query, or if rows lack what sums need; the message says so
     */
    public Moments moments() {
        try (Connection connection = query.database().connectToRead()) {
            snapshot(connection);
            SumPlan plan = plan(connection);
            SumChecks.Counts counts = SumChecks.run(plan, connection, name(), squared);
            if (folds > 0) {
                requireKey(plan, connection);
            }
            Moments moments = read(plan, connection);
            connection.rollback();
            moments.dataset(plan.features(), column -> {
                throw new DataException(name() + ": sums have too few digits for these columns: some are nearly sums of"
                        + " others, or far from 0 beside their spread; read the rows instead");
            });
            return moments.with(
                    new Source(name(), counts.rows(), counts.rows() - counts.labelled(), ""), Columns.of(roles));
        } catch (SQLException e) {
            throw query.database().failure(e);
        }
    }

    private String name() {
        return query.database().kind() + " query";
    }

    /** One state of the database for all queries; the default of SQLite and DuckDB. */
    private static void snapshot(Connection connection) throws SQLException {
        for (int level : new int[] {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE}) {
            if (connection.getMetaData().supportsTransactionIsolationLevel(level)) {
                connection.setTransactionIsolation(level);
                return;
            }
        }
    }

    private SumPlan plan(Connection connection) throws SQLException {
        SumPlan plan = SumPlan.of(query, roles, folds, seed, connection);
        if (plan.features().size() > MOST_FEATURES) {
            throw new DataException(name() + ": " + plan.features().size()
                    + " features have too many products to be added" + " up in the database, which are for "
                    + MOST_FEATURES + " at most; read the rows instead");
        }
        return plan;
    }

    private void requireKey(SumPlan plan, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet twins = statement.executeQuery(plan.twins())) {
            if (twins.next() && twins.getLong(1) > 0) {
                throw new DataException(
                        name() + ": " + twins.getLong(1) + " times several rows of a task have the same "
                                + String.join(", ", roles.columns(Roles.Part.ID))
                                + ", which must tell them apart so that folds are the same every time");
            }
        }
    }

    private Moments read(SumPlan plan, Connection connection) throws SQLException {
        Map<SumPlan.Cell, double[]> cells = new LinkedHashMap<>();
        int aggregates = plan.aggregates().size();
        int from = 0;
        for (String sql : plan.sums(MOST_COLUMNS)) {
            int count = Math.min(MOST_COLUMNS, aggregates - from);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    String task = ResultCsv.text(rows, 1, rows.getMetaData());
                    double[] all = cells.computeIfAbsent(
                            new SumPlan.Cell(task, rows.getInt(2)), cell -> new double[aggregates]);
                    for (int k = 0; k < count; k++) {
                        all[from + k] = rows.getDouble(3 + k);
                    }
                }
            }
            from += count;
        }
        ScatterBuilder builder = new ScatterBuilder(plan.features(), folds, seed);
        cells.forEach((cell, sums) -> {
            if (sums[1] != 0) {
                builder.add(
                        cell.task(),
                        cell.fold(),
                        scatter(cell, sums, 1 + plan.features().size()));
            }
        });
        return builder.moments();
    }

    private Scatter scatter(SumPlan.Cell cell, double[] all, int p) {
        try {
            return new Scatter(
                    (long) all[0],
                    all[1],
                    Arrays.copyOfRange(all, 2, 2 + p),
                    Arrays.copyOfRange(all, 2 + p, 2 + 2 * p),
                    Arrays.copyOfRange(all, 2 + 2 * p, all.length));
        } catch (DataException e) {
            throw new DataException(
                    name() + ": task '" + cell.task() + "' has labels, features or weights that are not"
                            + " finite numbers, or too large to be added up",
                    e);
        }
    }
}
