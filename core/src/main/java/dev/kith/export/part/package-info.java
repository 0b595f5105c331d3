/** What several formats share: columns of texts as tables, probabilities as sigmoids. */
@NullMarked
package dev.kith.export.part;

import org.jspecify.annotations.NullMarked;
