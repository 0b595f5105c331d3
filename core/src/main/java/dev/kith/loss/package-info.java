/** Loss functions of a label and a prediction, with the conjugates the certificates need. */
@NullMarked
package dev.kith.loss;

import org.jspecify.annotations.NullMarked;
