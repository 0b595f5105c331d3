/** Files that are written whole or not at all: models ({@link dev.kith.file.ModelFile}), states of runs, their JSON; and temporary files that disappear with the process. */
@NullMarked
package dev.kith.file;

import org.jspecify.annotations.NullMarked;
