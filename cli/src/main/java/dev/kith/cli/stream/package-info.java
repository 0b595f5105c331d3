/**
 * What {@code kith stream} is made of: rows from a file or standard input become batches, batches are learned from in
 * order, and the run can be killed and resumed at any moment.
 */
@NullMarked
package dev.kith.cli.stream;

import org.jspecify.annotations.NullMarked;
