/** Rows on disk: sorted by task, in pieces, in files that disappear. */
@NullMarked
package dev.kith.mkl.disk;

import org.jspecify.annotations.NullMarked;
