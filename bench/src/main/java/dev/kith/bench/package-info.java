/** Benchmarks, one main class each, started by {@code bench/run NAME}. Never deployed. */
@NullMarked
package dev.kith.bench;

import org.jspecify.annotations.NullMarked;
