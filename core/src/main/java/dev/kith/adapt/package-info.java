/**
 * A new task joins a trained model: its place among the trained tasks and its predictor are learned from its own few rows
 * and the model alone, nothing else changes. {@link dev.kith.adapt.TaskAdapter} is the way in. Retraining is not here.
 */
@org.jspecify.annotations.NullMarked
package dev.kith.adapt;
