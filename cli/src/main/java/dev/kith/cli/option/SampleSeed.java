package dev.kith.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The seed of commands in which nothing but a sample is random. */
public final class SampleSeed {
    @Option(names = "--seed", paramLabel = "S", description = "Decides which rows --sample keeps. Default 1.")
    private @Nullable Long seed;

    /** For picocli. */
    public SampleSeed() {}
}
