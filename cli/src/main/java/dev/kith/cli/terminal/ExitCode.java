package dev.kith.cli.terminal;

/** What the program tells the shell. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int BUG = 1;
    public static final int USAGE = 2;
    public static final int DATA = 3;
    public static final int NOT_CONVERGED = 4;
    /** Nobody reads standard output any more: 128 + SIGPIPE, as of every program a broken pipe ends. */
    public static final int READER_GONE = 141;

    private ExitCode() {}
}
