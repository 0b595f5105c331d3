/**
 * Sets that output vectors may be asked to lie on: spheres, boxes, planes, simplices, equations, point clouds, orders.
 *
 * <p>Each {@link dev.kith.constraint.ConstraintSet} knows its nearest point under per-task weights; it knows nothing of
 * inputs, labels or models.
 */
@NullMarked
package dev.kith.constraint;

import org.jspecify.annotations.NullMarked;
