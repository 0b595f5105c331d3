/** Files that are whole or not there: written beside their name and moved over it, temporary ones removed. */
@NullMarked
package dev.kith.file.disk;

import org.jspecify.annotations.NullMarked;
