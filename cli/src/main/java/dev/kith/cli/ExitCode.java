package dev.kith.cli;

/** What the program tells the shell. */
final class ExitCode {
    static final int DONE = 0;
    static final int BUG = 1;
    static final int USAGE = 2;
    static final int DATA = 3;
    static final int NOT_CONVERGED = 4;
    /** Nobody reads standard output any more: 128 + SIGPIPE, as of every program a broken pipe ends. */
    static final int READER_GONE = 141;

    private ExitCode() {}
}
