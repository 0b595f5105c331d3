/** How far a prediction can be believed: conformal intervals, Gaussian processes, calibrated probabilities, stability of ties. */
@NullMarked
package dev.kith.trust;

import org.jspecify.annotations.NullMarked;
