/** What a model says about its tasks in other words. */
@NullMarked
package dev.kith.model.derived;

import org.jspecify.annotations.NullMarked;
