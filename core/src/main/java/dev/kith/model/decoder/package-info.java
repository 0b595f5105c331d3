/** How predictions are turned into outputs that obey a constraint. */
@NullMarked
package dev.kith.model.decoder;

import org.jspecify.annotations.NullMarked;
