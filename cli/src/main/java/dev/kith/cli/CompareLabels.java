package dev.kith.cli;

import java.util.Optional;

/**
 * What the labels of a comparison are, for sentences about them.
 *
 * @param name the column they come from, where it is one
 * @param oneUnit whether the labels of all tasks are in the same unit
 * @param severalClasses whether every class against the rest is a task
 */
record CompareLabels(Optional<String> name, boolean oneUnit, boolean severalClasses) {}
