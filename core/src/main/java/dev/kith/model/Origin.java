package dev.kith.model;

import dev.kith.data.Dataset;
import dev.kith.data.Source;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.text.Version;

/**
 * Where a model came from.
 *
 * @param observations labels it was trained on
 * @param data where they were read
 * @param backend the linear algebra used
 * @param version of Kith
 */
public record Origin(long observations, Source data, long seed, int threads, String backend, String version) {
    /** A fit to these data by this version, with the linear algebra in use. */
    public static Origin of(Dataset data, long seed, int threads) {
        return new Origin(
                data.labels(),
                data.source(),
                seed,
                threads,
                LinearAlgebra.best().name(),
                Version.current());
    }

    public Origin withObservations(long value) {
        return new Origin(value, data, seed, threads, backend, version);
    }
}
