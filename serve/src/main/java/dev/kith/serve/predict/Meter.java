package dev.kith.serve.predict;

import dev.kith.data.Rows;
import dev.kith.serve.models.ServedModel;

/** Told of rows that were predicted. */
@FunctionalInterface
public interface Meter {
    void predicted(ServedModel model, Rows rows);
}
