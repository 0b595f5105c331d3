package dev.kith.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the table comes from in commands in which nothing but a sample is random. */
public final class SampledSource extends SourceOptions {
    @Option(names = "--seed", paramLabel = "S", description = "Decides which rows --sample keeps. Default 1.")
    private @Nullable Long seed;

    /** For picocli. */
    public SampledSource() {}

    @Override
    @Nullable
    Long ownSeed() {
        return seed;
    }
}
