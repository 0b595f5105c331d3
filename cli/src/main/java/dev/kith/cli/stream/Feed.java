package dev.kith.cli.stream;

import org.jspecify.annotations.Nullable;

/** Batches in order, each ending where a round ends. */
public interface Feed extends AutoCloseable {
    /** The next batch, which stays valid until the call after; null at the end. */
    @Nullable
    Batch next();

    @Override
    void close();
}
