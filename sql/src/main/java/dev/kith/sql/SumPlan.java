package dev.kith.sql;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The queries that add rows up, in SQL that PostgreSQL, SQLite, H2 and DuckDB share. Products are of columns less their task's average: sums of
 * squares about 0 would lose the digits that tell rows apart.
 */
final class SumPlan {
    private static final String DOUBLE = "DOUBLE PRECISION";
    private static final long MODULUS = Integer.MAX_VALUE;
    private static final Set<Integer> NUMBERS = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE,
            Types.NUMERIC,
            Types.DECIMAL);

    private final String sql;
    private final Roles roles;
    private final int folds;
    private final long factor;
    private final List<String> features;

    /** Rows that are added up together. */
    record Cell(String task, int fold) {}

    private SumPlan(String sql, Roles roles, int folds, long seed, List<String> features) {
        this.sql = sql;
        this.roles = roles;
        this.folds = folds;
        this.factor = 1 + new SplittableRandom(seed).nextLong(MODULUS - 1);
        this.features = features;
    }

    /** Refuses what sums cannot tell. */
    static void check(Roles roles) {
        if (roles.columns(Roles.Part.TASK).isEmpty()
                || roles.columns(Roles.Part.TARGET).isEmpty()) {
            throw new IllegalArgumentException(
                    "in the database, tasks and labels are columns: --task COL --target COL");
        }
        for (Roles.Part part : Roles.Part.values()) {
            boolean text = part.treated() || part == Roles.Part.STRINGS || part == Roles.Part.TEXTS;
            if (text && !roles.columns(part).isEmpty()) {
                throw new IllegalArgumentException("in the database, features are numbers; '"
                        + roles.columns(part).get(0) + "' is a text: read the rows instead (leave --in-database out)");
            }
        }
    }

    static SumPlan of(Query query, Roles roles, int folds, long seed, Connection connection) throws SQLException {
        String sql = query.sql();
        String kind = query.database().kind();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(header(sql))) {
            Map<String, Integer> types = new LinkedHashMap<>();
            ResultSetMetaData columns = rows.getMetaData();
            for (int j = 1; j <= columns.getColumnCount(); j++) {
                if (types.put(columns.getColumnLabel(j), columns.getColumnType(j)) != null) {
                    throw new DataException(
                            kind + " query: two columns are called '" + columns.getColumnLabel(j) + "'");
                }
            }
            List<String> features = features(kind + " query", roles, new ArrayList<>(types.keySet()));
            boolean typed = !kind.equals("sqlite"); // there every cell has a type of its own
            for (String name : numeric(roles, features).toList()) {
                if (typed && !NUMBERS.contains(types.get(name))) {
                    throw new DataException(
                            kind + " query: column '" + name + "' does not hold numbers; categories, texts, dates, yes"
                                    + " and no are made into features of rows: --drop it, or"
                                    + " read the rows instead");
                }
            }
            return new SumPlan(sql, roles, folds, seed, features);
        }
    }

    private static Stream<String> numeric(Roles roles, List<String> features) {
        return Stream.of(
                        roles.columns(Roles.Part.TARGET).stream(),
                        features.stream(),
                        roles.columns(Roles.Part.WEIGHT).stream())
                .flatMap(each -> each);
    }

    private static List<String> features(String name, Roles roles, List<String> header) {
        roles.parts().values().stream().flatMap(List::stream).forEach(column -> {
            if (!header.contains(column)) {
                throw new DataException(name + ": " + Names.unknown("column", column, header));
            }
        });
        List<String> said = roles.columns(Roles.Part.FEATURE);
        Set<String> used = roles.parts().values().stream().flatMap(List::stream).collect(Collectors.toSet());
        List<String> found = said.isEmpty()
                ? header.stream().filter(column -> !used.contains(column)).toList()
                : said;
        if (found.isEmpty()) {
            throw new DataException(name + ": there are no features, all columns have another part");
        }
        return found;
    }

    List<String> features() {
        return features;
    }

    String task() {
        return Duck.name(roles.columns(Roles.Part.TASK).get(0));
    }

    String target() {
        return Duck.name(roles.columns(Roles.Part.TARGET).get(0));
    }

    /** Empty where rows count alike. */
    List<String> weight() {
        return roles.columns(Roles.Part.WEIGHT).stream().map(Duck::name).toList();
    }

    /** The label, the features and the weight, in SQL. */
    List<String> numeric() {
        return numeric(roles, features).map(Duck::name).toList();
    }

    private static String header(String sql) {
        return "SELECT * FROM (" + sql + "\n) kith_rows WHERE 1 = 0";
    }

    String header() {
        return header(sql);
    }

    private String rows() {
        return "WITH kith_rows AS (" + sql + "\n)";
    }

    /** Rows, labels, different labels, rows without a task, and of each numeric column the labelled rows that have it. */
    String counts() {
        String labelled = target() + " IS NOT NULL";
        return rows() + "\nSELECT COUNT(*), COUNT(" + target() + "), COUNT(DISTINCT " + target() + "),"
                + " SUM(CASE WHEN " + labelled + " AND " + task() + " IS NULL THEN 1 ELSE 0 END),\n "
                + (weight().isEmpty() ? "0" : "MIN(" + weight().get(0) + ")")
                + numeric().stream()
                        .map(name -> ",\n SUM(CASE WHEN " + labelled + " AND " + name + " IS NULL THEN 1 ELSE 0 END)")
                        .collect(Collectors.joining())
                + "\nFROM kith_rows";
    }

    /** SQLite only: the cells that are no numbers, column by column. */
    String texts() {
        return rows() + "\nSELECT "
                + numeric().stream()
                        .map(name -> "SUM(CASE WHEN typeof(" + name + ") IN ('text', 'blob') THEN 1 ELSE 0 END)")
                        .collect(Collectors.joining(",\n "))
                + "\nFROM kith_rows";
    }

    private String keys() {
        return roles.columns(Roles.Part.ID).stream().map(Duck::name).collect(Collectors.joining(", "));
    }

    /** How many times several rows of a task have the same key. */
    String twins() {
        return rows() + "\nSELECT COUNT(*) FROM (SELECT 1 AS kith_one FROM kith_rows WHERE " + target()
                + " IS NOT NULL GROUP BY " + task() + ", " + keys() + " HAVING COUNT(*) > 1) kith_twins";
    }

    /** What is added up: rows, weights, centres, sums, products. */
    List<String> aggregates() {
        int p = 1 + features.size();
        List<String> all = new ArrayList<>(List.of("COUNT(*)", weight().isEmpty() ? "COUNT(*)" : "SUM(kith_w)"));
        String weighted = weight().isEmpty() ? "" : "kith_w * ";
        for (int j = 0; j < p; j++) {
            all.add("MAX(m" + j + ")");
        }
        for (int j = 0; j < p; j++) {
            all.add("SUM(" + weighted + "c" + j + ")");
        }
        for (int j = 0; j < p; j++) {
            for (int k = j; k < p; k++) {
                all.add("SUM(" + weighted + "c" + j + " * c" + k + ")");
            }
        }
        return all;
    }

    /** The queries, each of which gives task, fold and so many aggregates in their order. */
    List<String> sums(int most) {
        List<String> all = aggregates();
        List<String> queries = new ArrayList<>();
        for (int from = 0; from < all.size(); from += most) {
            queries.add(rows() + dealt() + used() + centred() + "\nSELECT kith_task, kith_fold,\n "
                    + String.join(",\n ", all.subList(from, Math.min(all.size(), from + most)))
                    + "\nFROM kith_centred GROUP BY kith_task, kith_fold ORDER BY kith_task, kith_fold");
        }
        return queries;
    }

    private String dealt() {
        if (folds == 0) {
            return "";
        }
        return ",\nkith_numbered AS (SELECT r.*, ROW_NUMBER() OVER (ORDER BY " + task() + ", " + keys()
                + ") AS kith_number FROM kith_rows r WHERE " + target() + " IS NOT NULL),"
                + "\nkith_dealt AS (SELECT n.*, (ROW_NUMBER() OVER (ORDER BY " + task() + ", (kith_number * " + factor
                + ") % " + MODULUS + ", kith_number) - 1) % " + folds + " AS kith_fold FROM kith_numbered n)";
    }

    private String used() {
        List<String> numbers = numeric();
        StringBuilder columns =
                new StringBuilder(task() + " AS kith_task, " + (folds == 0 ? "0 AS " : "") + "kith_fold");
        for (int j = 0; j <= features.size(); j++) {
            columns.append(",\n CAST(")
                    .append(numbers.get(j))
                    .append(" AS " + DOUBLE + ") AS z")
                    .append(j);
        }
        weight().forEach(name -> columns.append(",\n CAST(" + name + " AS " + DOUBLE + ") AS kith_w"));
        return ",\nkith_used AS (SELECT " + columns + "\n FROM " + (folds == 0 ? "kith_rows" : "kith_dealt") + " WHERE "
                + target() + " IS NOT NULL)";
    }

    private String centred() {
        StringBuilder means = new StringBuilder("kith_task AS kith_of");
        StringBuilder columns = new StringBuilder("kith_task, kith_fold" + (weight().isEmpty() ? "" : ", kith_w"));
        for (int j = 0; j <= features.size(); j++) {
            means.append(", CAST(AVG(z" + j + ") AS " + DOUBLE + ") AS m" + j);
            columns.append(", m" + j + ", z" + j + " - m" + j + " AS c" + j);
        }
        return ",\nkith_means AS (SELECT " + means + " FROM kith_used GROUP BY kith_task),\nkith_centred AS (SELECT "
                + columns + " FROM kith_used JOIN kith_means ON kith_task = kith_of)";
    }
}
