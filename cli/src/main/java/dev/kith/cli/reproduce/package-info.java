/**
 * Published experiments, run again: one {@link dev.kith.cli.reproduce.Experiment} each, listed in {@link
 * dev.kith.cli.reproduce.Experiments}. An experiment computes an outcome (a table beside the published one, plots); how
 * it is printed, kept as CSV and drawn as a page is the same for all.
 */
@NullMarked
package dev.kith.cli.reproduce;

import org.jspecify.annotations.NullMarked;
