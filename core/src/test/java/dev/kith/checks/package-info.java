/** Checks of a whole kind of thing (trainers), to be run over every implementation, also outside this module. */
@NullMarked
package dev.kith.checks;

import org.jspecify.annotations.NullMarked;
