/** Learners that are several learners at once, whose votes count by how few mistakes each has made. */
@NullMarked
package dev.kith.online.vote;

import org.jspecify.annotations.NullMarked;
