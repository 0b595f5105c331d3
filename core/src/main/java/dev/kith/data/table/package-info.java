/** Tables in files: read as data sets, as inputs or row by row; data sets written as CSV and LIBSVM. Which column plays which part is said by {@link dev.kith.data.Roles}. */
@NullMarked
package dev.kith.data.table;

import org.jspecify.annotations.NullMarked;
