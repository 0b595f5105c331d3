/**
 * What a model does to rows of a table before it looks at them: columns as the table has them in, named numeric features out. Fitted to
 * training rows, kept in the model file.
 */
@NullMarked
package dev.kith.data.prepare;

import org.jspecify.annotations.NullMarked;
