/**
 * Global minima of smooth costs over spheres, their orthants, and spheres whose opposite points are one (rotations): geodesic
 * distances, descent along great circles, branch and bound over cells.
 */
@NullMarked
package dev.kith.constraint.manifold;

import org.jspecify.annotations.NullMarked;
