/** Learning while serving: rows are written down before they are answered, so that whatever ends the process loses and repeats nothing. */
@NullMarked
package dev.kith.serve.learn;

import org.jspecify.annotations.NullMarked;
