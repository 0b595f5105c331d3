/** Saved models on fresh labelled rows: how well they predict, and which of two is better, for whom. */
@org.jspecify.annotations.NullMarked
package dev.kith.select.fresh;
