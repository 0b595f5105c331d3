/** What models are asked in Kith's own words: predictions, explanations, tasks, and what there is. */
@NullMarked
package dev.kith.serve.predict;

import org.jspecify.annotations.NullMarked;
