/** What is known about the errors of a model and kept beside it: posteriors, errors on held-out rows, calibrated probabilities. */
@NullMarked
package dev.kith.model.uncertainty;

import org.jspecify.annotations.NullMarked;
