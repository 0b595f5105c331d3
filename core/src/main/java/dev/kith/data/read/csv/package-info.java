/** CSV taken apart: pieces of a file on several threads, records, fields. */
@NullMarked
package dev.kith.data.read.csv;

import org.jspecify.annotations.NullMarked;
