/** Tables from Parquet and JSON lines, found by {@code dev.kith.core} as a service, and from databases. */
module dev.kith.sql {
    requires transitive dev.kith.core;
    requires duckdb.jdbc;
    requires java.sql;
    requires static transitive org.jspecify;

    exports dev.kith.sql;

    uses java.sql.Driver;

    provides dev.kith.data.TableProvider with
            dev.kith.sql.DuckFiles;
}
