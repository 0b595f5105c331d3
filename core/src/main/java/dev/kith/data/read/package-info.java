/** How rows come out of files: bytes, gzip, lines, CSV and LIBSVM, numbers and symbols, and what the columns mean. What users see of it is {@code dev.kith.data.table}. */
@NullMarked
package dev.kith.data.read;

import org.jspecify.annotations.NullMarked;
