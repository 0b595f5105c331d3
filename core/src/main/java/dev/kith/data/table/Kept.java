package dev.kith.data.table;

import dev.kith.data.layout.Reading;
import java.nio.file.Path;

/**
 * The rows of a table that were kept.
 *
 * @param file a private copy of them, as they stand in the table, or the table itself where all were to be kept
 * @param reading how that file is read
 * @param read rows of the table
 * @param met those that meet the condition
 * @param kept those that are left
 */
public record Kept(Path file, Reading reading, long read, long met, long kept) {}
