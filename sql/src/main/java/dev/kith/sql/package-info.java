/**
 * Tables that are not text: Parquet and JSON lines read by DuckDB, Excel sheets, and what a query of a database gives. All of them become
 * CSV in a private file first, so that the rules for columns, missing values and names are those of every other table.
 */
@org.jspecify.annotations.NullMarked
package dev.kith.sql;
