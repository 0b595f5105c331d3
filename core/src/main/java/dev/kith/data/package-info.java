/**
 * Data sets of many tasks: inputs, tasks and observations, which column plays which part, scaling.
 *
 * <p>{@link dev.kith.data.Dataset} is the one table everything learns from; a missing label is an observation that is
 * not there. Nothing in this package learns.
 */
@NullMarked
package dev.kith.data;

import org.jspecify.annotations.NullMarked;
