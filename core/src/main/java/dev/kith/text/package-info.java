/** Words, numbers and JSON as people and programs read them. */
@NullMarked
package dev.kith.text;

import org.jspecify.annotations.NullMarked;
