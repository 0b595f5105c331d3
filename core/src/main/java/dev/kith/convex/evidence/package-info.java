/**
 * How likely the Gaussian process behind a fit makes the labels, as a function of lambda, widths and how much tasks share: settings chosen
 * without holding out rows. The squared loss with a known structure.
 */
@NullMarked
package dev.kith.convex.evidence;

import org.jspecify.annotations.NullMarked;
