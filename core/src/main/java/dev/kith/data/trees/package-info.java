/** Boosted trees: a function of numbers and codes, grown from rows. They know nothing of tasks; who wants them to gives the task as a code. */
@NullMarked
package dev.kith.data.trees;

import org.jspecify.annotations.NullMarked;
