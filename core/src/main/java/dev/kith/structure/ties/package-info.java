/** What a structure matrix says about pairs of tasks: the graph of ties, its communities, how stable ties are. */
@NullMarked
package dev.kith.structure.ties;

import org.jspecify.annotations.NullMarked;
