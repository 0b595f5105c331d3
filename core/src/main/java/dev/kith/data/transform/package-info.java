/** The scale that labels are learned on, and the way back to their own units. Kept in the model file. */
@NullMarked
package dev.kith.data.transform;

import org.jspecify.annotations.NullMarked;
