/** Proves a fit from the rows as read: primal and dual value in twice the precision, rounded outward. */
@NullMarked
package dev.kith.convex.proof;

import org.jspecify.annotations.NullMarked;
