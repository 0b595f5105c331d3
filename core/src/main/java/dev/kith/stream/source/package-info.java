/**
 * How rows of a source become numbers a learner sees: labels turn into signs, tasks and features into numbers, rows into
 * batches that a thread of its own reads ahead. Not exported.
 */
@NullMarked
package dev.kith.stream.source;

import org.jspecify.annotations.NullMarked;
