package dev.kith.model;

import java.util.OptionalDouble;

/** The probability of the second class behind a decision value of a task; empty where the task has none. */
@FunctionalInterface
public interface Probability {
    OptionalDouble of(int task, double decision);
}
