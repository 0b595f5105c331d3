/** The parts of a model file: tensors, the JSON header, and how each kind of model becomes both and comes back. */
@NullMarked
package dev.kith.file.codec;

import org.jspecify.annotations.NullMarked;
