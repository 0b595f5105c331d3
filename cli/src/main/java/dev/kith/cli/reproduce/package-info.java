/**
 * Experiments that can be run again: what one is, what it is told and what it gives. They are computed elsewhere and found
 * by {@link dev.kith.cli.reproduce.ExperimentSource}; how an outcome (a table beside the published one, plots) is printed,
 * kept as CSV and drawn as a page is the same for all, and lives here.
 */
@NullMarked
package dev.kith.cli.reproduce;

import org.jspecify.annotations.NullMarked;
