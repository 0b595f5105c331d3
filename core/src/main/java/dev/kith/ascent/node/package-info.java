/** Dual ascent on node factors: rows in blocks of tasks, weights of nodes, visits of tasks, and the proof of what will be saved. */
@NullMarked
package dev.kith.ascent.node;

import org.jspecify.annotations.NullMarked;
