package dev.kith.stream;

/** Hears how a run is doing, on the thread that runs it; learning waits until it returns. */
@FunctionalInterface
public interface StreamListener {
    /** A window has ended. */
    void windowEnded(StreamProgress progress);

    /** The run goes on from a checkpoint that was taken after so many rows. */
    default void resumed(long rows) {}
}
