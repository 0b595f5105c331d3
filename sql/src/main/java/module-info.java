/** Tables from Parquet, JSON lines and Excel, found by {@code dev.kith.core} as a service, and from databases. */
module dev.kith.sql {
    requires transitive dev.kith.core;
    requires duckdb.jdbc;
    requires java.sql;
    requires org.dhatim.fastexcel.reader;
    requires static transitive org.jspecify;

    exports dev.kith.sql;

    uses java.sql.Driver;

    provides dev.kith.data.table.TableProvider with
            dev.kith.sql.DuckFiles,
            dev.kith.sql.ExcelFiles;
}
