/**
 * Learners on streams: rows arrive one at a time (or one per task at a time), each is predicted before its label is
 * seen, and what one task learns helps the others at once. Knows rows, task numbers and labels -1/+1; names, files and
 * the order of rows are the caller's.
 */
@NullMarked
package dev.kith.online;

import org.jspecify.annotations.NullMarked;
