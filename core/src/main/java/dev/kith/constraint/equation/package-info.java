/** Systems of equations: read from text, evaluated with derivatives and enclosures, and solved near a point. */
@NullMarked
package dev.kith.constraint.equation;

import org.jspecify.annotations.NullMarked;
