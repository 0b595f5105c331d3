/** One pass over a table as text, in bounded memory: what cells look like, how often values occur, a sample of rows. Nothing is guessed here. */
@NullMarked
package dev.kith.data.inspect.scan;

import org.jspecify.annotations.NullMarked;
