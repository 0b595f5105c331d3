/**
 * The published experiments, one {@link dev.kith.cli.reproduce.Experiment} each, listed in {@link
 * dev.kith.experiments.PublishedExperiments}, where {@code kith reproduce} finds them. Of the command line they know
 * nothing but that interface.
 */
@NullMarked
package dev.kith.experiments;

import org.jspecify.annotations.NullMarked;
