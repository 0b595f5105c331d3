/** What training leaves behind: models and the report of a fit. Their files are in {@code dev.kith.file}. */
@NullMarked
package dev.kith.model;

import org.jspecify.annotations.NullMarked;
