/** What training leaves behind: models, the report of a fit, and the file format. */
@NullMarked
package dev.kith.model;

import org.jspecify.annotations.NullMarked;
