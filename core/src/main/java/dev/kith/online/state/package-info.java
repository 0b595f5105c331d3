/** What online learners keep: rows, weight vectors, sums over tasks, inverses of Gram matrices. */
@NullMarked
package dev.kith.online.state;

import org.jspecify.annotations.NullMarked;
