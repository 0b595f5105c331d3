/** Known structures and losses with kinks (hinge, absolute) by dual coordinate ascent, task by task. */
@NullMarked
package dev.kith.convex.dual;

import org.jspecify.annotations.NullMarked;
