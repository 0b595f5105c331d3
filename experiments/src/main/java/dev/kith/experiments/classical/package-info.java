/** The classical algorithms that published experiments and benchmarks measure ours against; no part of the library. */
@NullMarked
package dev.kith.experiments.classical;

import org.jspecify.annotations.NullMarked;
