package dev.kith.data.inspect;

import java.util.List;

/**
 * Columns that give a target away.
 *
 * @param exact whether nothing of the target is left to learn
 * @param text how, after the names of target and columns
 */
record Leak(String target, List<String> columns, boolean exact, String text) {}
