package dev.kith.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** What a column of a table that is written holds. */
enum ColumnKind {
    WHOLE("BIGINT", Types.BIGINT),
    NUMBER("DOUBLE PRECISION", Types.DOUBLE),
    TEXT("VARCHAR", Types.VARCHAR);

    /** Longer ones may not fit. */
    private static final int MOST_DIGITS = 18;

    private final String sql;
    private final int type;

    ColumnKind(String sql, int type) {
        this.sql = sql;
        this.type = type;
    }

    String sql() {
        return sql;
    }

    /**
     * The narrowest kind that holds all values and gives them back as they are written; empty ones are null in each.
     *
     * @param key whether rows are told apart by this column: numbers with a point are then texts
     */
    static ColumnKind of(List<String> values, boolean key) {
        ColumnKind kind = WHOLE;
        for (String value : values) {
            if (!value.isEmpty() && !whole(value)) {
                kind = !key && number(value) ? NUMBER : TEXT;
                if (kind == TEXT) {
                    return TEXT;
                }
            }
        }
        return kind == WHOLE && !key ? NUMBER : kind;
    }

    private static boolean whole(String value) {
        return value.length() <= MOST_DIGITS && value.matches("0|-?[1-9][0-9]*");
    }

    private static boolean number(String value) {
        try {
            return !Double.isNaN(Double.parseDouble(value)) && value.matches("[-+0-9.eE]+");
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Sets a parameter to the value that a field of CSV stands for. */
    void setInto(PreparedStatement statement, int parameter, String value) throws SQLException {
        if (value.isEmpty()) {
            statement.setNull(parameter, type);
            return;
        }
        switch (this) {
            case WHOLE -> statement.setLong(parameter, Long.parseLong(value));
            case NUMBER -> statement.setDouble(parameter, Double.parseDouble(value));
            case TEXT -> statement.setString(parameter, value);
        }
    }
}
