/** Scripts that complete commands and options at the prompt, made of picocli's model of the commands: nothing is written down twice. */
@NullMarked
package dev.kith.cli.completion;

import org.jspecify.annotations.NullMarked;
