/** The online learners: each a rule for what a mistake on one task teaches the others. */
@NullMarked
package dev.kith.online.learner;

import org.jspecify.annotations.NullMarked;
