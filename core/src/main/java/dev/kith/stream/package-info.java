/**
 * A resumable run of an online learner over a source. {@link dev.kith.stream.StreamPlan} says what to do with the rows of
 * a {@link dev.kith.stream.RowSource}, {@link dev.kith.stream.StreamRun} does it and can be killed and resumed at any
 * moment; {@link dev.kith.stream.NamedLearner} learns from examples one call at a time. {@link
 * dev.kith.stream.LearnerSettings} is the catalogue of learners by name. The learners themselves are in {@code online}.
 */
@NullMarked
package dev.kith.stream;

import org.jspecify.annotations.NullMarked;
