/**
 * Kith's methods as Spark ML estimators. Executors add rows up; what is learned is learned on the driver, by the trainers of the core.
 * Here is what reads frames, sends sums and writes columns, and no mathematics.
 */
@NullMarked
package dev.kith.spark;

import org.jspecify.annotations.NullMarked;
