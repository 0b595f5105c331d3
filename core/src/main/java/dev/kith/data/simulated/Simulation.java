package dev.kith.data.simulated;

/** A simulated data set with all its parameters chosen: an immutable record, validated when made. */
interface Simulation {
    /** Draws the data. Equal simulations draw equal bits. */
    Simulated draw();
}
